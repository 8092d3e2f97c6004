"""What needs no gateway: a server of the test's own answers what it is told."""

import base64
import hashlib
import hmac
import json
import pathlib
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import kaira
from kaira import Kaira, KairaConnectionError, KairaError, WebhookVerificationError, verify_webhook
from kaira._description import OPERATIONS
from kaira._repeats import is_repeatable, makes_key, pause_seconds

KEY = "sk_test_" + "0" * 43


class Fake:
    """Answers one after the other; the last one serves all that follow. None breaks the connection."""

    def __init__(self, *answers):
        fake = self
        fake.requests = []

        class Handler(BaseHTTPRequestHandler):
            def handle_any(self):
                length = int(self.headers.get("content-length") or 0)
                body = self.rfile.read(length)
                fake.requests.append((self.command, self.path, dict(self.headers.items()), body))
                answer = answers[min(len(fake.requests), len(answers)) - 1]
                if answer is None:
                    self.close_connection = True
                    return
                status, content, headers = (*answer, {})[:3]
                text = content if isinstance(content, bytes) else json.dumps(content).encode()
                self.send_response(status)
                for name, value in {"content-length": str(len(text)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_PATCH = do_DELETE = handle_any

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def client(self, **options):
        return Kaira(KEY, f"http://127.0.0.1:{self.server.server_port}", **options)


def refused(status, code, details=None, **headers):
    return status, {"status": "error", "error": {"code": code, "message": "It is.", "details": details or {}}}, headers


DONE = (200, {"status": "success", "data": {"ok": True}})
BUSY = refused(503, "SERVICE_UNAVAILABLE", None, **{"retry-after": "0"})


class Calls(unittest.TestCase):
    def test_every_operation_has_a_call_of_its_own_but_for_the_rails(self):
        text = pathlib.Path(kaira._client.__file__).read_text("utf-8") + '"openEventStream"'
        missing = [each for each in OPERATIONS if f'"{each}"' not in text]
        self.assertEqual(missing, ["receiveNotice"])

    def test_a_repeat_sends_the_same_bytes_and_the_same_key(self):
        with Fake(None, BUSY, DONE) as fake:
            fake.client().sandbox.fund_float({"provider": "PROVIDER_W", "amount": "1.00"})
            self.assertEqual(len(fake.requests), 3)
            keys = {headers["idempotency-key"] for _, _, headers, _ in fake.requests}
            self.assertEqual(len(keys), 1)
            self.assertEqual(len({body for *_, body in fake.requests}), 1)

    def test_what_is_taken_away_is_sent_as_null(self):
        with Fake(DONE) as fake:
            fake.client().recipients.update("x", {"note": None})
            fake.client().webhook_endpoints.update("x", {"description": None, "events": []})
            bodies = [json.loads(body) for *_, body in fake.requests]
            self.assertEqual(bodies, [{"note": None}, {"description": None, "events": []}])

    def test_every_initiation_takes_a_scenario(self):
        with Fake(DONE) as fake:
            client = fake.client()
            client.collections.initiate({}, scenario="expired")
            client.payouts.initiate({}, scenario="reversed")
            client.payouts.send({}, scenario="float_short")
            named = [headers.get("x-gw-scenario") for _, _, headers, _ in fake.requests]
            self.assertEqual(named, ["expired", "reversed", "float_short"])

    def test_a_code_is_not_sent_again_after_a_lost_answer(self):
        with Fake(None, DONE) as fake:
            with self.assertRaises(KairaConnectionError) as caught:
                fake.client().collections.submit_otp("x", "000000")
            self.assertFalse(caught.exception.is_retryable)
            self.assertEqual(len(fake.requests), 1)

    def test_only_what_passes_is_repeated_and_as_often_as_was_said(self):
        with Fake(refused(422, "INVALID_AMOUNT")) as fake:
            with self.assertRaises(KairaError):
                fake.client().account.balance()
            self.assertEqual(len(fake.requests), 1)
        with Fake(BUSY) as fake:
            with self.assertRaises(KairaError) as caught:
                fake.client(max_retries=1).account.balance()
            self.assertEqual((len(fake.requests), caught.exception.is_retryable), (2, True))

    def test_a_redirect_is_no_way_for_the_key(self):
        with Fake((302, b"", {"location": "http://127.0.0.1:1/"})) as fake:
            with self.assertRaises(KairaError) as caught:
                fake.client().account.balance()
            self.assertEqual((caught.exception.code, len(fake.requests)), ("UNEXPECTED_ANSWER", 1))

    def test_a_long_wait_is_not_made(self):
        with Fake(refused(429, "RATE_LIMITED", None, **{"retry-after": "31"})) as fake:
            started = time.monotonic()
            with self.assertRaises(KairaError) as caught:
                fake.client().account.balance()
            self.assertEqual(caught.exception.retry_after_seconds, 31)
            self.assertLess(time.monotonic() - started, 20)

    def test_errors_say_what_they_are(self):
        help_link = {"link": '<https://pay.example.com/docs/errors#INVALID_OTP>; rel="help"', "x-request-id": "r-1"}
        with Fake(refused(422, "INVALID_OTP", {"attempts_remaining": 2}, **help_link)) as fake:
            with self.assertRaises(KairaError) as caught:
                fake.client().collections.submit_otp("x", "1")
            error = caught.exception
            self.assertEqual(error.details["attempts_remaining"], 2)
            self.assertEqual((error.request_id, error.status), ("r-1", 422))
            self.assertEqual(error.help, "https://pay.example.com/docs/errors#INVALID_OTP")
        with Fake((401, {"error": "Unauthorized", "message": "No key."})) as fake:
            with self.assertRaises(KairaError) as caught:
                fake.client().account.balance()
            self.assertEqual((caught.exception.code, str(caught.exception)), ("UNAUTHORIZED", "No key."))

    def test_what_stands_in_a_path_is_one_segment(self):
        with Fake(DONE) as fake:
            client = fake.client()
            client.payouts.get("a/b ?é")
            self.assertEqual(fake.requests[0][1], "/api/v1/payouts/status/a%2Fb%20%3F%C3%A9")
            for each in ("", ".", ".."):
                with self.assertRaises(ValueError):
                    client.payouts.get(each)

    def test_an_address_that_would_show_the_key_is_refused(self):
        for url in ("http://pay.example.com", "ftp://pay.example.com", "https://someone@pay.example.com", "https://x/?y=1"):
            with self.assertRaises(ValueError):
                Kaira(KEY, url)
        with self.assertRaises(ValueError):
            Kaira("sk_live_" + "0" * 43)
        with self.assertRaises(ValueError) as caught:
            Kaira("secret-thing")
        self.assertNotIn("secret-thing", str(caught.exception))
        self.assertNotIn(KEY, repr(vars(Kaira(KEY).account)))

    def test_a_list_is_walked_by_cursors(self):
        def page(data, cursor):
            return 200, {"status": "success", "data": data, "pagination": {"limit": 2, "next_cursor": cursor}}

        with Fake(page([1, 2], "c1"), page([3], None)) as fake:
            self.assertEqual(list(fake.client().events.list({"limit": 2})), [1, 2, 3])
            self.assertIn("cursor=c1", fake.requests[1][1])
        with Fake(page([1], "c1")) as fake:
            with self.assertRaises(RuntimeError):
                list(fake.client().events.list())

    def test_a_stream_goes_on_where_it_was(self):
        def block(number):
            body = json.dumps({"event": "payment.succeeded", "data": {"reference": str(number)}})
            message = json.dumps({"id": f"e{number}", "event": "payment.succeeded", "body": body, "headers": {}})
            return f"id: c{number}\ndata: {message}\n\n".encode()

        with Fake((200, b": hello\n\n" + block(1)), BUSY, (200, block(2))) as fake:
            events = fake.client().events.stream()
            seen = [next(events), next(events)]
            events.close()
            self.assertEqual([each["cursor"] for each in seen], ["c1", "c2"])
            self.assertEqual(fake.requests[1][2]["last-event-id"], "c1")


class Repeats(unittest.TestCase):
    def test_money_by_reference_needs_no_key_and_everything_else_has_one(self):
        posts = [each for each, (method, *_) in OPERATIONS.items() if method == "POST"]
        without = sorted(each for each in posts if not makes_key(each) and each != "receiveNotice")
        self.assertEqual(
            without,
            ["createRecipient", "initiateCollection", "initiatePayout", "initiateRefund", "quotePayout",
             "resendOtp", "sendPayout", "submitOtp"],
        )
        self.assertFalse(is_repeatable("resendOtp", 503, "PROVIDER_UNAVAILABLE"))
        self.assertTrue(is_repeatable("submitOtp", 503, "PROVIDER_UNAVAILABLE"))

    def test_a_pause_is_below_a_ceiling_that_doubles(self):
        for retries, ceiling in enumerate([0.5, 1, 2, 4, 8, 8]):
            self.assertTrue(all(0 <= pause_seconds(retries, None) <= ceiling for _ in range(100)))


class Amounts(unittest.TestCase):
    def test_there_and_back(self):
        for text, bututs in (("150.5", 15050), ("0.01", 1), ("-12.50", -1250), ("90071992547409931", 9007199254740993100)):
            self.assertEqual(kaira.to_bututs(text), bututs)
        self.assertEqual([kaira.from_bututs(each) for each in (15050, 1, -1250)], ["150.50", "0.01", "-12.50"])
        for text in ("1,5", "1.234", "", "01.00", "1e2", "٣"):
            with self.assertRaises(ValueError):
                kaira.to_bututs(text)
        with self.assertRaises(TypeError):
            kaira.from_bututs(1.5)


SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
BODY = b'{"event":"payment.succeeded","data":{"amount":"1.00"}}'


def signed(body=BODY, at=None, secret=SECRET, event_id="e-1"):
    stamp = str(int(time.time() if at is None else at))
    key = base64.b64decode(secret[6:])
    digest = hmac.new(key, f"{event_id}.{stamp}.".encode() + body, hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(digest).decode()
    return {"Webhook-Id": event_id, "Webhook-Timestamp": stamp, "Webhook-Signature": signature}


class Webhooks(unittest.TestCase):
    def test_what_is_signed_is_taken(self):
        event = verify_webhook(BODY, signed(), SECRET)
        self.assertEqual((event["id"], event["data"]["amount"]), ("e-1", "1.00"))
        headers = signed()
        headers["Webhook-Signature"] = "v2,x v1," + "A" * 43 + "= " + headers["Webhook-Signature"]
        verify_webhook(BODY, headers, SECRET)

    def test_what_is_not_is_refused(self):
        other = "whsec_" + base64.b64encode(bytes(32)).decode()
        for body, headers in (
            (BODY + b" ", signed()),
            (BODY, signed(at=time.time() - 400)),
            (BODY, signed(at=time.time() + 400)),
            (BODY, signed(secret=other)),
            (BODY, {**signed(), "Webhook-Id": "e-2"}),
            (BODY, {**signed(), "Webhook-Timestamp": str(int(time.time()) + 1)}),
            (BODY, {"Webhook-Id": "e-1"}),
            (BODY, {**signed(), "Webhook-Signature": "é"}),
            (b'{"amount":1}', signed(b'{"amount":1}')),
            (b"nothing", signed(b"nothing")),
        ):
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(body, headers, SECRET)
        with self.assertRaises(ValueError):
            verify_webhook(BODY, signed(), "")
        with self.assertRaises(TypeError):
            verify_webhook(BODY.decode(), signed(), SECRET)


if __name__ == "__main__":
    unittest.main()
