"""A client of Kaira, a payment gateway for mobile money in The Gambia. Needs nothing but Python 3.11."""

from ._amounts import from_bututs, to_bututs
from ._client import Kaira
from ._errors import KairaConnectionError, KairaError
from ._list import List
from ._webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "Kaira",
    "KairaConnectionError",
    "KairaError",
    "List",
    "WebhookVerificationError",
    "from_bututs",
    "to_bututs",
    "verify_webhook",
]
