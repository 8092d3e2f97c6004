"""Makes calls: one address, one key, tries with pauses between, errors with types."""

from __future__ import annotations

import http.client
import json
import re
import secrets
import ssl
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Mapping
from urllib.parse import quote, urlencode, urlsplit

from ._description import OPERATIONS
from ._errors import KairaConnectionError, KairaError
from ._repeats import LONGEST_RETRY_AFTER_SECONDS, is_repeatable, makes_key, pause_seconds


@dataclass(frozen=True)
class Sent:
    """What every try of a call sends."""

    operation: str
    method: str
    target: str
    headers: dict[str, str]
    body: bytes | None
    idempotency_key: str | None


class Transport:
    def __init__(
        self,
        api_key: str,
        base_url: str | None,
        *,
        timeout_seconds: float,
        max_retries: int,
        allow_insecure_http: bool,
        ssl_context: ssl.SSLContext | None,
    ) -> None:
        if not re.fullmatch("sk_(test|live)_[0-9A-Za-z]+", api_key or ""):
            raise ValueError("The api_key is not a key of Kaira: sk_test_… or sk_live_….")
        self._api_key = api_key
        self._address = _checked_base_url(base_url, api_key, allow_insecure_http)
        self.timeout_seconds = _checked_seconds(timeout_seconds)
        self.max_retries = _checked_count(max_retries)
        self._ssl_context = ssl_context

    def __repr__(self) -> str:
        # The key is in nothing that can be printed.
        return f"<Kaira at {self._address.geturl()}>"

    def call(
        self,
        operation: str,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Any:
        """The answer, without its envelope. What is sent is made once, so that each try sends the same bytes."""
        sent = self.prepare(operation, path or {}, query or {}, body, idempotency_key, headers or {})
        timeout = self.timeout_seconds if timeout_seconds is None else _checked_seconds(timeout_seconds)
        most = self.max_retries if max_retries is None else _checked_count(max_retries)
        retries = 0
        while True:
            try:
                return self._once(sent, timeout)
            except (KairaError, KairaConnectionError) as error:
                self.pause_or_raise(error, retries, most)
                retries += 1

    def prepare(
        self,
        operation: str,
        path: Mapping[str, str],
        query: Mapping[str, Any],
        body: Mapping[str, Any] | None,
        idempotency_key: str | None,
        headers: Mapping[str, str],
    ) -> Sent:
        method, pattern, _ = OPERATIONS[operation]
        target = self._address.path.rstrip("/")
        target += re.sub(r"\{(\w+)\}", lambda found: _segment(path.get(found[1])), pattern)
        asked = {name: _text(value) for name, value in query.items() if value is not None}
        if asked:
            target += "?" + urlencode(asked, quote_via=quote)
        if idempotency_key is None and makes_key(operation):
            idempotency_key = f"sdk-{secrets.token_hex(16)}"
        if idempotency_key is not None and not re.fullmatch("[!-~]([ -~]{0,253}[!-~])?", idempotency_key):
            raise ValueError("An idempotency_key has 1 to 255 printable ASCII characters.")
        all_headers = {"accept": "application/json", "authorization": f"Bearer {self._api_key}", **headers}
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            all_headers["content-type"] = "application/json"
        if idempotency_key is not None:
            all_headers["idempotency-key"] = idempotency_key
        return Sent(operation, method, target, all_headers, content, idempotency_key)

    def connect(self, timeout_seconds: float) -> http.client.HTTPConnection:
        address = self._address
        host = address.hostname or ""
        if address.scheme == "https":
            context = self._ssl_context or ssl.create_default_context()
            return http.client.HTTPSConnection(host, address.port, timeout=timeout_seconds, context=context)
        return http.client.HTTPConnection(host, address.port, timeout=timeout_seconds)

    def open(self, sent: Sent, timeout_seconds: float) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """The answer as it begins to arrive; raises for one that is no success. The caller closes the connection."""
        connection = self.connect(timeout_seconds)
        try:
            connection.request(sent.method, sent.target, sent.body, sent.headers)
            response = connection.getresponse()
            if not 200 <= response.status < 300:
                raise refusal(sent, response, _parsed(response.read()))
            return connection, response
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise lost(sent, error) from error
        except BaseException:
            connection.close()
            raise

    def _once(self, sent: Sent, timeout_seconds: float) -> Any:
        # A connection for each try: none that the other side closed meanwhile can swallow a call.
        connection = self.connect(timeout_seconds)
        try:
            connection.request(sent.method, sent.target, sent.body, sent.headers)
            response = connection.getresponse()
            text = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise lost(sent, error) from error
        finally:
            connection.close()
        body = _parsed(text)
        is_success = 200 <= response.status < 300
        is_readiness = sent.operation == "readyz" and response.status == 503 and body is not None
        # The gateway never redirects, and nobody else may have the key.
        if not is_success and not is_readiness:
            raise refusal(sent, response, body)
        if body is None:
            raise lost(sent, ValueError(f"the answer with status {response.status} is not JSON"))
        return body["data"] if OPERATIONS[sent.operation][2] else body

    def pause_or_raise(self, error: KairaError | KairaConnectionError, retries: int, most: int) -> None:
        """Waits for the next try, or raises the error if there is none."""
        retry_after = error.retry_after_seconds if isinstance(error, KairaError) else None
        if not error.is_retryable or retries >= most or (retry_after or 0) > LONGEST_RETRY_AFTER_SECONDS:
            raise error
        time.sleep(pause_seconds(retries, retry_after))


def lost(sent: Sent, error: Exception) -> KairaConnectionError:
    why = str(error) or type(error).__name__
    return KairaConnectionError(
        f"{sent.operation}: {why}",
        operation=sent.operation,
        idempotency_key=sent.idempotency_key,
        is_retryable=is_repeatable(sent.operation, None, None),
    )


def refusal(sent: Sent, response: http.client.HTTPResponse, body: Any) -> KairaError:
    code, message, details = _error_in(response.status, body)
    found = re.search('<([^>]*)>; *rel="help"', response.headers.get("link") or "")
    unread = f"{sent.operation}: status {response.status}, and no error of Kaira. Is the base_url right?"
    return KairaError(
        message or unread,
        code=code,
        status=response.status,
        details=details,
        request_id=response.headers.get("x-request-id"),
        help=found[1] if found else None,
        retry_after_seconds=_seconds_of(response.headers.get("retry-after")),
        operation=sent.operation,
        idempotency_key=sent.idempotency_key,
        is_retryable=is_repeatable(sent.operation, response.status, code),
    )


def _error_in(status: int, body: Any) -> tuple[str, str | None, dict[str, Any] | None]:
    """The error of the body: with error.code, or flat, where 401 and the plain 403 name no code."""
    error = body.get("error") if isinstance(body, dict) else None
    if isinstance(error, dict) and "code" in error:
        return error["code"], error.get("message"), error.get("details")
    if isinstance(error, str) and isinstance(body.get("message"), str):
        return body.get("code") or ("UNAUTHORIZED" if status == 401 else "FORBIDDEN"), body["message"], None
    return "UNEXPECTED_ANSWER", None, None


def _seconds_of(header: str | None) -> float | None:
    """Retry-After in seconds; proxies may send a date."""
    if header is None:
        return None
    if re.fullmatch("[0-9]+", header):
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None


def _parsed(text: bytes) -> Any:
    try:
        body = json.loads(text)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _segment(value: str | None) -> str:
    """One segment of a path. `.` and `..` would be taken for steps along it, in whatever way they are written."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(
            f"No path can hold {value!r}. Look the transaction up by its transaction_id; "
            "transactions.list(reference=…) tells it."
        )
    return quote(value, safe="")


def _checked_seconds(value: float) -> float:
    if isinstance(value, (int, float)) and value > 0:
        return value
    raise ValueError("timeout_seconds is not a number above 0.")


def _checked_count(value: int) -> int:
    if isinstance(value, int) and value >= 0:
        return value
    raise ValueError("max_retries is not a whole number from 0.")


def _checked_base_url(base_url: str | None, api_key: str, allow_insecure_http: bool):
    if base_url is None and api_key.startswith("sk_live_"):
        raise ValueError("With a live key the base_url is needed: the address of your gateway.")
    url = urlsplit(base_url or "http://localhost:3000")
    is_loopback = re.fullmatch(r"localhost|127(\.\d+){3}|::1", url.hostname or "") is not None
    if not url.hostname or not (url.scheme == "https" or (url.scheme == "http" and (is_loopback or allow_insecure_http))):
        raise ValueError("The base_url must be https, or the key could be read on its way.")
    if url.query or url.fragment or url.username:
        raise ValueError("The base_url has a query, a fragment or a user, which the gateway does not.")
    return url
