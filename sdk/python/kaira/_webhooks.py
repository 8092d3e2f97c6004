from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Mapping


class WebhookVerificationError(Exception):
    """A request that is not to be trusted, and why. Answer 400 with the message: it will stand in the delivery log."""


def verify_webhook(
    body: bytes, headers: Mapping[str, str], secret: str, *, tolerance_seconds: float = 300
) -> dict[str, Any]:
    """The event of a webhook: {"id", "event", "data"}, and "test": True for one that you asked for.

    body is the exact bytes that came: Flask's request.get_data(), Django's request.body. headers have any case.

    Guarantee: who sent it knows the secret, and sent these bytes at most tolerance_seconds ago under this id. A replay
    within that time has the same id: do nothing for an id that you have dealt with. While a secret is being replaced,
    the one before and the new one both verify. Raises WebhookVerificationError, and ValueError for a secret that is
    none. https://www.standardwebhooks.com/
    """
    if not re.fullmatch("whsec_[A-Za-z0-9+/]{43}=", secret or ""):
        raise ValueError("The secret is not whsec_ and 44 characters, as it was shown with the endpoint.")
    if not isinstance(body, (bytes, bytearray)):
        raise TypeError("The body must be the raw bytes: JSON that was parsed and printed again has other bytes.")
    found = {name.lower(): value for name, value in headers.items()}
    event_id = _required(found, "webhook-id")
    timestamp = _required(found, "webhook-timestamp")
    signatures = _required(found, "webhook-signature")
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("webhook-timestamp is not a number of seconds")
    if not abs(time.time() - int(timestamp)) <= tolerance_seconds:
        raise WebhookVerificationError(
            f"webhook-timestamp is more than {tolerance_seconds} seconds from the time here"
        )
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode("utf-8", "replace") + bytes(body)
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = [each.encode("utf-8", "replace") for each in signatures.split(" ")]
    # Every one is compared, each in constant time.
    if sum(hmac.compare_digest(each, expected.encode()) for each in given) == 0:
        raise WebhookVerificationError("no signature matches")
    return _event_of(event_id, bytes(body))


def _required(headers: Mapping[str, str], name: str) -> str:
    if not headers.get(name):
        raise WebhookVerificationError(f"{name} is missing")
    return headers[name]


def _event_of(event_id: str, body: bytes) -> dict[str, Any]:
    try:
        event = json.loads(body)
    except ValueError:
        raise WebhookVerificationError("the body is not JSON") from None
    if isinstance(event, dict) and isinstance(event.get("event"), str) and isinstance(event.get("data"), dict):
        return {**event, "id": event_id}
    # Its amounts are JSON numbers, which would be read as floats.
    raise WebhookVerificationError(
        "the endpoint has the payload_form legacy: set it to current with webhook_endpoints.update"
    )
