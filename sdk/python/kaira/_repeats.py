"""What a call may be repeated after. The same rules as in the TypeScript SDK (sdk/typescript/src/repeats.ts)."""

from __future__ import annotations

import random

from ._description import OPERATIONS

# The reference is never used twice, for ever, or nothing is changed twice: a key adds nothing.
_WITHOUT_KEY = {
    "initiateCollection",
    "initiatePayout",
    "sendPayout",
    "initiateRefund",
    "quotePayout",
    "createRecipient",
    "submitOtp",
    "resendOtp",
}
# A wrong code uses one of three tries, a message may be on its way: only after what surely did nothing.
_ONLY_AFTER = {
    "submitOtp": {"RATE_LIMITED", "PROVIDER_UNAVAILABLE"},
    "resendOtp": {"RATE_LIMITED"},
}
_PASSING = {429, 500, 502, 503, 504}

LONGEST_RETRY_AFTER_SECONDS = 30
_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 8.0


def makes_key(operation: str) -> bool:
    """Whether the call gets an Idempotency-Key of its own, the same in each try. The gateway reads it with POST only."""
    return OPERATIONS[operation][0] == "POST" and operation not in _WITHOUT_KEY


def is_repeatable(operation: str, status: int | None, code: str | None) -> bool:
    """Whether the same call may be made again after this answer; a status of None stands for no answer."""
    only = _ONLY_AFTER.get(operation)
    if only is not None:
        return code in only
    return status is None or status in _PASSING


def pause_seconds(retries: int, retry_after_seconds: float | None) -> float:
    """Exponential with full jitter, and after Retry-After at least."""
    ceiling = min(_FIRST_PAUSE_SECONDS * 2**retries, _LONGEST_PAUSE_SECONDS)
    return (retry_after_seconds or 0) + random.random() * ceiling
