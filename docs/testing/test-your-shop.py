# A small shop, and five tests of it against the sandbox of Kaira: python3 test-your-shop.py (Python 3.11 or later).
# KAIRA_API_KEY is a test key; KAIRA_URL where Kaira is; PORT where webhooks arrive here; WEBHOOK_URL how Kaira reaches that.
import base64
import hashlib
import hmac
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = os.environ.get("KAIRA_API_KEY", "")
URL = os.environ.get("KAIRA_URL", "http://localhost:3000")
PORT = int(os.environ.get("PORT", "4006"))
WEBHOOK_URL = os.environ.get("WEBHOOK_URL", f"http://localhost:{PORT}/webhooks")

# --- The shop: put yours in its place. ---------------------------------------------------------------------------

# What may follow what, in whatever order it is heard of: a later stage is never left for an earlier one.
STAGES = {
    "PENDING": 0,
    "AWAITING_LIQUIDITY": 0,
    "EXPIRED": 1,
    "CANCELLED": 1,
    "FAILED": 1,
    "SUCCEEDED": 2,
    "REVERSED": 3,
}


class Shop:
    """A real shop keeps all of this in its database, and writes it in one transaction."""

    def __init__(self):
        self.lock = threading.Lock()
        self.statuses = {}
        self.dealt_with = set()
        self.parcels = []

    def hear(self, event_id, payment):
        with self.lock:
            if event_id in self.dealt_with:
                return
            self.dealt_with.add(event_id)
            reference, status = payment["reference"], payment["status"]
            before = self.status_of(reference)
            if STAGES.get(status, 0) < STAGES.get(before, 0):
                return
            self.statuses[reference] = status
            # Also of an order that had expired: the money is there.
            if payment["type"] == "collection" and status == "SUCCEEDED" and before != status:
                self.parcels.append(reference)

    def parcels_of(self, reference):
        return self.parcels.count(reference)

    def status_of(self, reference):
        return self.statuses.get(reference, "PENDING")


shop = Shop()

# --- Kaira, by its API and its webhooks. -------------------------------------------------------------------------


def kaira(method, path, body=None, scenario=None):
    headers = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
    if scenario is not None:
        headers["X-Gw-Scenario"] = scenario
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{URL}/api/v1/{path}", data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)["data"]
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{method} {path}: {error.read().decode()}") from None


def advance(seconds):
    """Time passes; when this returns, the webhooks of what happened have arrived."""
    return kaira("POST", "sandbox/advance", {"seconds": seconds})


def hear_again(reference):
    """Every webhook of a payment comes once more, as after an answer that was lost."""
    for delivery in kaira("GET", f"webhook-deliveries?reference={reference}"):
        kaira("POST", f"webhook-deliveries/{delivery['id']}/resend")
    advance(1)


def collect(scenario, reference):
    body = {"amount": "750.00", "currency": "GMD", "client_reference": reference}
    return kaira("POST", "collections/initiate", body, scenario)


def pay_out(scenario, reference):
    body = {"amount": "25.00", "currency": "GMD", "client_reference": reference}
    return kaira("POST", "payouts/initiate", {**body, "recipient_mobile": "+2203456789"}, scenario)


secret = ""
hooks = []


def is_genuine(headers, body):
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(each, expected) for each in given)


class Webhooks(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if is_genuine(self.headers, body):
            told = json.loads(body)
            # A test event moves nothing; and nobody is to pay a live order with play money.
            if not told.get("test") and told["data"]["environment"] == "SANDBOX":
                hooks.append((told["event"], told["data"]["reference"]))
                shop.hear(self.headers["webhook-id"], told["data"])
            self.send_response(200)
        else:
            self.send_response(400)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


# --- The tests. --------------------------------------------------------------------------------------------------


def heard(reference):
    return [event for event, of in hooks if of == reference]


def equal(found, expected):
    assert found == expected, f"{found!r} is not {expected!r}"


def late_success(order):
    """late success: an order that had expired is paid when its money comes"""
    collect("late_success", order)
    advance(60)
    equal(heard(order), ["payment.expired", "payment.succeeded"])
    hear_again(order)
    equal(shop.parcels_of(order), 1)
    equal(shop.status_of(order), "SUCCEEDED")


def twice_and_in_reverse(order):
    """webhooks twice, and in reverse: each order is sent once, and stays paid"""
    twice, reverse = f"{order}-twice", f"{order}-reversed"
    collect("duplicate_webhook", twice)
    collect("webhooks_out_of_order", reverse)
    advance(60)
    equal(heard(twice), ["payment.succeeded", "payment.succeeded"])
    equal(heard(reverse), ["payment.succeeded", "payment.expired"])
    for each in (twice, reverse):
        equal(shop.parcels_of(each), 1)
        equal(shop.status_of(each), "SUCCEEDED")


def unknown(order):
    """unknown for an hour: nothing is sent, and nobody is charged a second time"""
    first = collect("unknown_then_success", order)
    equal(kaira("GET", f"collections/status/{order}")["status"], "PENDING")
    equal(shop.parcels_of(order), 0)
    # The customer presses Pay again: the same reference is the same collection.
    equal(collect("unknown_then_success", order)["transaction_id"], first["transaction_id"])
    advance(3600)
    hear_again(order)
    equal(shop.parcels_of(order), 1)


def held_payout(payout):
    """held payout: it is on its way, and not to be paid again"""
    equal(pay_out("float_short", payout)["status"], "AWAITING_LIQUIDITY")
    advance(60)
    equal(shop.status_of(payout), "AWAITING_LIQUIDITY")
    advance(3600)
    equal(shop.status_of(payout), "SUCCEEDED")


def reversal(payout):
    """reversal: a payout that had arrived comes back, and the recipient is owed it"""
    equal(pay_out("reversed", payout)["status"], "SUCCEEDED")
    advance(60)
    equal(heard(payout), ["payout.succeeded", "payout.reversed"])
    equal(shop.status_of(payout), "REVERSED")


server = ThreadingHTTPServer(("", PORT), Webhooks)
threading.Thread(target=server.serve_forever, daemon=True).start()
endpoint = kaira("POST", "webhook-endpoints", {"url": WEBHOOK_URL})
secret = endpoint["secret"]
failed = False
try:
    # Payouts need a balance.
    collect("success", f"stock-{uuid.uuid4()}")
    advance(60)
    for number, run in enumerate([late_success, twice_and_in_reverse, unknown, held_payout, reversal], 1):
        try:
            run(f"test-{number}-{uuid.uuid4()}")
            print(f"ok {run.__doc__}")
        except AssertionError as error:
            failed = True
            print(f"not ok {run.__doc__}\n{error}")
finally:
    kaira("DELETE", f"webhook-endpoints/{endpoint['id']}")
    server.shutdown()
sys.exit(failed)
