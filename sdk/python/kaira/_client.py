from __future__ import annotations

import ssl
from typing import Any, Iterator, Literal, Mapping, cast

from . import _description as types
from ._event_stream import stream_events
from ._list import List
from ._transport import Transport

# What becomes of a payment in the sandbox, whatever its amount, unless that is a magic one of a collection.
CollectionScenario = Literal[
    "success",
    "insufficient_funds",
    "account_blocked",
    "declined",
    "expired",
    "cancelled",
    "late_success",
    "unknown_then_success",
    "unknown_then_failure",
    "duplicate_webhook",
    "webhooks_out_of_order",
]
PayoutScenario = Literal[
    "success",
    "recipient_not_found",
    "recipient_inactive",
    "float_short",
    "pending_then_success",
    "pending_then_failure",
    "reversed",
]

# Every call takes these at its end, by name: timeout_seconds, max_retries and, for a POST, idempotency_key.


class _Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(self, operation: str, **parts: Any) -> Any:
        return self._transport.call(operation, **parts)

    def _list(self, operation: str, query: dict[str, Any], options: Mapping[str, Any]) -> List[Any]:
        return List(lambda page: self._call(operation, query=page, **options), query)


def _with(scenario: str | None, options: dict[str, Any]) -> dict[str, Any]:
    if scenario is None:
        return options
    return {**options, "headers": {**(options.get("headers") or {}), "x-gw-scenario": scenario}}


class Collections(_Resource):
    """Money in."""

    def initiate(
        self, body: types.InitiateCollectionBody, *, scenario: CollectionScenario | None = None, **options: Any
    ) -> types.Collection:
        """Asks a customer for a payment: send them to redirect_url, or do what next_action says.

        Guarantee: one collection for a client_reference, however often this is called with the same body; a repeat
        answers it as it stands now, so this is repeated after a lost answer too. With a test key, scenario decides
        what becomes of it.
        """
        return cast(types.Collection, self._call("initiateCollection", body=body, **_with(scenario, options)))

    def get(self, reference_or_id: str, **options: Any) -> types.CollectionStatus:
        """How it stands, by your client_reference or by its transaction_id; of several attempts the newest."""
        found = self._call("getCollection", path={"reference": reference_or_id}, **options)
        return cast(types.CollectionStatus, found)

    def submit_otp(self, transaction_id: str, otp: str, **options: Any) -> types.Collection:
        """Gives the one-time password. INVALID_OTP for a wrong one, with details["attempts_remaining"].

        Not repeated after a lost answer: a wrong code would use another of the three tries. Call get then.
        """
        path = {"transactionId": transaction_id}
        return cast(types.Collection, self._call("submitOtp", path=path, body={"otp": otp}, **options))

    def resend_otp(self, transaction_id: str, **options: Any) -> types.Collection:
        """Has the one-time password sent again: three times at most, a minute apart."""
        path = {"transactionId": transaction_id}
        return cast(types.Collection, self._call("resendOtp", path=path, **options))

    def cancel(self, transaction_id: str, **options: Any) -> types.CollectionStatus:
        """Closes a PENDING one. Look at status: SUCCEEDED if the customer had paid, else CANCELLED."""
        path = {"transactionId": transaction_id}
        return cast(types.CollectionStatus, self._call("cancelCollection", path=path, **options))


class Payouts(_Resource):
    """Money out."""

    def initiate(
        self, body: types.InitiatePayoutBody, *, scenario: PayoutScenario | None = None, **options: Any
    ) -> types.Payout:
        """Sends money from your balance to a mobile number. PENDING and AWAITING_LIQUIDITY are not failed.

        Guarantee: one payout for a client_reference, for ever. After KairaConnectionError call it again with the same
        reference, or get it: a new reference would be a new payout. With a test key, scenario decides what becomes
        of it.
        """
        return cast(types.Payout, self._call("initiatePayout", body=body, **_with(scenario, options)))

    def send(
        self, body: types.SendPayoutBody, *, scenario: PayoutScenario | None = None, **options: Any
    ) -> types.Payout:
        """The same as initiate, under the path it had before. Deprecated."""
        return cast(types.Payout, self._call("sendPayout", body=body, **_with(scenario, options)))

    def quote(self, body: types.QuotePayoutBody, **options: Any) -> types.PayoutQuote:
        """What a payout would do if it were sent now, and whose number it is. Nothing is stored."""
        return cast(types.PayoutQuote, self._call("quotePayout", body=body, **options))

    def get(self, reference_or_id: str, **options: Any) -> types.Payout:
        return cast(types.Payout, self._call("getPayout", path={"reference": reference_or_id}, **options))

    def cancel(self, transaction_id: str, **options: Any) -> types.Payout:
        """Takes one back that is AWAITING_LIQUIDITY: it is FAILED then, and its money in your balance."""
        return cast(types.Payout, self._call("cancelPayout", path={"transactionId": transaction_id}, **options))


class Refunds(_Resource):
    """Money back to whoever paid a collection."""

    def initiate(self, body: types.InitiateRefundBody, **options: Any) -> types.Refund:
        """Gives the money of a SUCCEEDED collection back: amount, or all that is left.

        Guarantee: one refund for a client_reference, for ever, and those of a collection never exceed it.
        """
        return cast(types.Refund, self._call("initiateRefund", body=body, **options))

    def get(self, reference_or_id: str, **options: Any) -> types.Refund:
        return cast(types.Refund, self._call("getRefund", path={"reference": reference_or_id}, **options))

    def cancel(self, transaction_id: str, **options: Any) -> types.Refund:
        """Takes one back that is AWAITING_LIQUIDITY."""
        return cast(types.Refund, self._call("cancelRefund", path={"transactionId": transaction_id}, **options))


class PaymentLinks(_Resource):
    """Addresses at which anybody may pay."""

    def list(self, *, status: str | None = None, limit: int | None = None, cursor: str | None = None, **options: Any) -> List[types.PaymentLink]:
        return self._list("listPaymentLinks", {"status": status, "limit": limit, "cursor": cursor}, options)

    def create(self, body: types.CreatePaymentLinkBody, **options: Any) -> types.PaymentLink:
        return cast(types.PaymentLink, self._call("createPaymentLink", body=body, **options))

    def get(self, id: str, **options: Any) -> types.PaymentLink:
        return cast(types.PaymentLink, self._call("getPaymentLink", path={"id": id}, **options))

    def update(self, id: str, body: types.UpdatePaymentLinkBody, **options: Any) -> types.PaymentLink:
        """Changes what is given; status INACTIVE switches it off. An amount never changes."""
        return cast(types.PaymentLink, self._call("updatePaymentLink", path={"id": id}, body=body, **options))


class PaymentRequests(_Resource):
    """What one customer each is asked to pay."""

    def list(self, *, status: str | None = None, limit: int | None = None, cursor: str | None = None, **options: Any) -> List[types.PaymentRequest]:
        return self._list("listPaymentRequests", {"status": status, "limit": limit, "cursor": cursor}, options)

    def create(self, body: types.CreatePaymentRequestBody, **options: Any) -> types.PaymentRequest:
        return cast(types.PaymentRequest, self._call("createPaymentRequest", body=body, **options))

    def get(self, id: str, **options: Any) -> types.PaymentRequest:
        return cast(types.PaymentRequest, self._call("getPaymentRequest", path={"id": id}, **options))

    def cancel(self, id: str, **options: Any) -> types.PaymentRequest:
        """Nobody can begin to pay it any more; money that came wins."""
        return cast(types.PaymentRequest, self._call("cancelPaymentRequest", path={"id": id}, **options))

    def mark_paid(self, id: str, body: types.MarkPaymentRequestPaidBody | None = None, **options: Any) -> types.PaymentRequest:
        """Says that it was paid otherwise, such as in cash. No money moves."""
        return cast(types.PaymentRequest, self._call("markPaymentRequestPaid", path={"id": id}, body=body or {}, **options))


class Recipients(_Resource):
    """Whom you pay, by names of your own."""

    def list(self, *, q: str | None = None, limit: int | None = None, cursor: str | None = None, **options: Any) -> List[types.Recipient]:
        return self._list("listRecipients", {"q": q, "limit": limit, "cursor": cursor}, options)

    def create(self, body: types.CreateRecipientBody, **options: Any) -> types.Recipient:
        """Saves one. A number that is saved already is answered as it stands."""
        return cast(types.Recipient, self._call("createRecipient", body=body, **options))

    def get(self, id: str, **options: Any) -> types.Recipient:
        return cast(types.Recipient, self._call("getRecipient", path={"id": id}, **options))

    def update(self, id: str, body: types.UpdateRecipientBody, **options: Any) -> types.Recipient:
        return cast(types.Recipient, self._call("updateRecipient", path={"id": id}, body=body, **options))

    def delete(self, id: str, **options: Any) -> types.Recipient:
        return cast(types.Recipient, self._call("deleteRecipient", path={"id": id}, **options))


class Account(_Resource):
    """Figures of the key's account, in the key's environment."""

    def balance(self, **options: Any) -> types.Balance:
        return cast(types.Balance, self._call("getBalance", **options))

    def stats(self, **options: Any) -> types.Stats:
        return cast(types.Stats, self._call("getStats", **options))

    def earnings_chart(self, **options: Any) -> Any:
        """The last seven days in Banjul, oldest first, with zeros filled in; net of commission."""
        return self._call("getEarningsChart", **options)

    def statement(self, from_day: str, to_day: str, **options: Any) -> types.Statement:
        """The statement of a period, YYYY-MM-DD, both days included, with every line of it in memory."""
        query = {"from": from_day, "to": to_day}
        return cast(types.Statement, self._call("getStatement", query=query, **options))

    def profile(self, **options: Any) -> types.Profile:
        return cast(types.Profile, self._call("getProfile", **options))


class Transactions(_Resource):
    def list(self, query: Mapping[str, Any] | None = None, **options: Any) -> List[Any]:
        """Collections, payouts and refunds; `type` tells which. A page has pagination["total"] too."""
        return self._list("listTransactions", dict(query or {}), options)


class Ledger(_Resource):
    def list(self, query: Mapping[str, Any] | None = None, **options: Any) -> List[types.LedgerEntry]:
        """The entries of one of your accounts, "available" without `account`, with the balance after each."""
        return self._list("listEntries", dict(query or {}), options)


class Seals(_Resource):
    """What proves later that nothing was changed."""

    def list(self, query: Mapping[str, Any] | None = None, **options: Any) -> List[types.Seal]:
        """The seals of the books, newest first; with `transaction_id`, those that something of it stands in."""
        return self._list("listSeals", dict(query or {}), options)

    def proof(self, seal_id: int, transaction_id: str, **options: Any) -> types.Proof:
        """That a transaction is in a seal."""
        query = {"transaction_id": transaction_id}
        return cast(types.Proof, self._call("getProof", path={"id": str(seal_id)}, query=query, **options))


class Rails(_Resource):
    def status(self, **options: Any) -> list[types.RailStatus]:
        """Of each rail and operation: OPERATIONAL, DELAYED or CLOSED."""
        return cast("list[types.RailStatus]", self._call("listRailStatus", **options))


class Sandbox(_Resource):
    """For test keys."""

    def floats(self, **options: Any) -> list[types.RailFloat]:
        return cast("list[types.RailFloat]", self._call("listRailFloats", **options))

    def fund_float(self, body: types.FundRailFloatBody, **options: Any) -> types.RailFloat:
        return cast(types.RailFloat, self._call("fundRailFloat", body=body, **options))

    def advance(self, body: types.AdvanceClockBody, **options: Any) -> types.Advanced:
        """Lets time pass: what is due within it has happened when this returns.

        Where there was more to do than one call does, advanced_seconds is less than was asked for: call it again.
        """
        return cast(types.Advanced, self._call("advanceClock", body=body, **options))


class WebhookEndpoints(_Resource):
    def list(self, **options: Any) -> Any:
        return self._call("listEndpoints", **options)

    def create(self, body: types.CreateEndpointBody, **options: Any) -> types.CreatedWebhookEndpoint:
        """Keep the secret of the answer: it is shown this once."""
        return cast(types.CreatedWebhookEndpoint, self._call("createEndpoint", body=body, **options))

    def get(self, id: str, **options: Any) -> types.WebhookEndpoint:
        return cast(types.WebhookEndpoint, self._call("getEndpoint", path={"id": id}, **options))

    def update(self, id: str, body: types.UpdateEndpointBody, **options: Any) -> types.WebhookEndpoint:
        return cast(types.WebhookEndpoint, self._call("updateEndpoint", path={"id": id}, body=body, **options))

    def delete(self, id: str, **options: Any) -> types.WebhookEndpoint:
        return cast(types.WebhookEndpoint, self._call("deleteEndpoint", path={"id": id}, **options))

    def rotate_secret(self, id: str, **options: Any) -> types.RotateSecretData:
        return cast(types.RotateSecretData, self._call("rotateSecret", path={"id": id}, **options))

    def test(self, id: str, body: types.SendTestEventBody | None = None, **options: Any) -> types.SendTestEventData:
        found = self._call("sendTestEvent", path={"id": id}, body=body or {}, **options)
        return cast(types.SendTestEventData, found)

    def replay(self, id: str, body: types.ReplayEndpointBody | None = None, **options: Any) -> types.ReplayEndpointData:
        found = self._call("replayEndpoint", path={"id": id}, body=body or {}, **options)
        return cast(types.ReplayEndpointData, found)

    def debug_signature(self, id: str, body: types.DebugSignatureBody, **options: Any) -> types.DebugSignatureData:
        """Why a signature does not verify, from what your server received. Give either body or body_base64."""
        found = self._call("debugSignature", path={"id": id}, body=body, **options)
        return cast(types.DebugSignatureData, found)


class WebhookDeliveries(_Resource):
    def list(self, query: Mapping[str, Any] | None = None, **options: Any) -> List[types.WebhookDelivery]:
        return self._list("listDeliveries", dict(query or {}), options)

    def get(self, id: str, **options: Any) -> types.WebhookDelivery:
        return cast(types.WebhookDelivery, self._call("getDelivery", path={"id": id}, **options))

    def resend(self, id: str, **options: Any) -> types.WebhookDelivery:
        return cast(types.WebhookDelivery, self._call("resendDelivery", path={"id": id}, **options))

    def resend_failed(self, body: types.ResendFailedBody, **options: Any) -> types.ResendFailedData:
        return cast(types.ResendFailedData, self._call("resendFailed", body=body, **options))


class Events(_Resource):
    """What happened, whether or not anybody was told."""

    def list(self, query: Mapping[str, Any] | None = None, **options: Any) -> List[types.Event]:
        return self._list("listEvents", dict(query or {}), options)

    def stream(
        self, query: Mapping[str, Any] | None = None, *, max_retries: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """Events as they happen, from now on or from query["cursor"], until you leave the loop.

        Guarantee: each event once and in order, over lost connections too; keep event["cursor"] when you have dealt
        with one, and give it as cursor to go on there in another process.
        """
        return stream_events(self._transport, dict(query or {}), max_retries)


class Service(_Resource):
    """For monitoring and tools."""

    def health(self, **options: Any) -> types.HealthzAnswer:
        return cast(types.HealthzAnswer, self._call("healthz", **options))

    def readiness(self, **options: Any) -> types.ReadyzAnswer:
        """not_ready is an answer, and not an error."""
        return cast(types.ReadyzAnswer, self._call("readyz", **options))

    def description(self, **options: Any) -> Any:
        """The OpenAPI description of the gateway."""
        return self._call("openapi", **options)


class Kaira:
    """A client of the gateway, for one key. It keeps no state but its options: share it, also between threads.

    api_key: sk_test_… or sk_live_…; it alone selects the sandbox or real money. Keep it on your server.
    base_url: where the gateway is; a test key may leave it out for http://localhost:3000.
    timeout_seconds: how long the other side may be silent. max_retries: how often a call is repeated where it is safe.

    Every call raises KairaError when the gateway refuses, KairaConnectionError when no answer came, and ValueError or
    TypeError for what cannot be sent.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str | None = None,
        *,
        timeout_seconds: float = 30,
        max_retries: int = 3,
        allow_insecure_http: bool = False,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        transport = Transport(
            api_key,
            base_url,
            timeout_seconds=timeout_seconds,
            max_retries=max_retries,
            allow_insecure_http=allow_insecure_http,
            ssl_context=ssl_context,
        )
        self.collections = Collections(transport)
        self.payouts = Payouts(transport)
        self.refunds = Refunds(transport)
        self.payment_links = PaymentLinks(transport)
        self.payment_requests = PaymentRequests(transport)
        self.recipients = Recipients(transport)
        self.account = Account(transport)
        self.transactions = Transactions(transport)
        self.ledger = Ledger(transport)
        self.seals = Seals(transport)
        self.rails = Rails(transport)
        self.sandbox = Sandbox(transport)
        self.webhook_endpoints = WebhookEndpoints(transport)
        self.webhook_deliveries = WebhookDeliveries(transport)
        self.events = Events(transport)
        self.service = Service(transport)
