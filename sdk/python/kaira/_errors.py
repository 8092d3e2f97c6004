from __future__ import annotations

from typing import Any


class KairaError(Exception):
    """The gateway answered, and the answer is an error.

    code: one of the gateway's; UNEXPECTED_ANSWER where somebody on the way answered, such as a proxy.
    status: of HTTP. details: what programs need to know of it. request_id: stands in the gateway's log.
    help: the address of the page about the code. retry_after_seconds: how long the gateway asks to wait.
    is_retryable: whether you may make the same call once more, with idempotency_key if there is one.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int,
        details: dict[str, Any] | None,
        request_id: str | None,
        help: str | None,
        retry_after_seconds: float | None,
        operation: str,
        idempotency_key: str | None,
        is_retryable: bool,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.details = details or {}
        self.request_id = request_id
        self.help = help
        self.retry_after_seconds = retry_after_seconds
        self.operation = operation
        self.idempotency_key = idempotency_key
        self.is_retryable = is_retryable


class KairaConnectionError(Exception):
    """No answer came that can be read: no connection, none in time, or one that broke off.

    Whether the gateway did what it was asked is not known: look it up by its reference, or make the same call again if
    is_retryable, with idempotency_key if there is one.
    """

    def __init__(
        self, message: str, *, operation: str, idempotency_key: str | None, is_retryable: bool
    ) -> None:
        super().__init__(message)
        self.operation = operation
        self.idempotency_key = idempotency_key
        self.is_retryable = is_retryable
