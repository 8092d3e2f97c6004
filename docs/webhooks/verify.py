"""Verifies a webhook from Kaira. Python 3.9 or newer, the standard library only.

Flask:    event = verify_webhook(request.get_data(), request.headers, SECRET)
Django:   event = verify_webhook(request.body, request.headers, SECRET)  # under @csrf_exempt
FastAPI:  event = verify_webhook(await request.body(), request.headers, SECRET)

A WebhookError says why a request is not to be trusted: answer 400. The signature is that of the exact bytes; JSON that
was parsed and printed again has other bytes.
"""

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping

TOLERANCE_SECONDS = 300


class WebhookError(Exception):
    pass


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str) -> dict:
    """Verifies webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks). This is all you need.

    event["id"] is the same in every attempt, and signed: do nothing for an id that you have dealt with.
    """
    key = base64.b64decode(_checked_secret(secret)[len("whsec_") :])
    event_id = _required(headers, "webhook-id")
    timestamp = _required(headers, "webhook-timestamp")
    signatures = _required(headers, "webhook-signature")

    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise WebhookError("webhook-timestamp is not a number of seconds")
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise WebhookError("webhook-timestamp is more than 5 minutes from the time here")

    content = _bytes(f"{event_id}.{timestamp}.") + _raw(body)
    digest = hmac.new(key, content, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    # While a secret is being replaced there are two signatures: one by the new secret, one by the previous one.
    given = re.findall(r"\bv1,[A-Za-z0-9+/]{43}=", signatures)
    if not any(_is_same(each, expected) for each in given):
        raise WebhookError("no signature matches")
    return {**_parse(body), "id": event_id}


def verify_body_signature(body: bytes, headers: Mapping[str, str], secret: str) -> dict:
    """Verifies x-gw-signature alone, for when you cannot use the above.

    It covers the body and nothing else: no id, and no time, so that a request which somebody recorded is accepted for
    ever. Remember what you have dealt with.
    """
    key = _bytes(_checked_secret(secret))
    given = _required(headers, "x-gw-signature")
    previous = _header(headers, "x-gw-signature-previous")
    expected = hmac.new(key, _raw(body), hashlib.sha256).hexdigest()
    if not _is_same(given, expected) and not _is_same(previous, expected):
        raise WebhookError("no signature matches")
    return _parse(body)


def _checked_secret(secret: str) -> str:
    if not re.fullmatch("whsec_[A-Za-z0-9+/]{43}=", secret or ""):
        raise WebhookError("the secret is not whsec_ and 44 characters")
    return secret


def _required(headers: Mapping[str, str], name: str) -> str:
    value = _header(headers, name)
    if not value:
        raise WebhookError(f"{name} is missing")
    return value


def _header(headers: Mapping[str, str], name: str) -> str:
    return next((value for key, value in headers.items() if key.lower() == name), "")


def _raw(body: bytes) -> bytes:
    if not isinstance(body, bytes):
        raise WebhookError("the body must be the raw bytes")
    return body


def _is_same(given: str, expected: str) -> bool:
    # In constant time; of text, compare_digest takes ASCII only.
    return hmac.compare_digest(_bytes(given), _bytes(expected))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _parse(body: bytes) -> dict:
    try:
        return dict(json.loads(body))
    except (ValueError, TypeError):
        raise WebhookError("the body is not JSON") from None
