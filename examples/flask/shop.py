# A shop for Flask: it collects, is told, and gives back. KAIRA_API_KEY, KAIRA_WEBHOOK_SECRET and, where Kaira is not at
# http://localhost:3000, KAIRA_URL are in its environment: python3 shop.py, or any WSGI server with shop:app. The README
# of the examples says where the secret comes from; the endpoint's address ends in /webhooks.
import os
import sqlite3

from flask import Flask, abort, redirect, request
from kaira import (
    Kaira,
    KairaConnectionError,
    KairaError,
    WebhookVerificationError,
    from_bututs,
    to_bututs,
    verify_webhook,
)

app = Flask(__name__)
kaira = Kaira(os.environ["KAIRA_API_KEY"], os.environ.get("KAIRA_URL"))
secret = os.environ["KAIRA_WEBHOOK_SECRET"]
environment = "LIVE" if os.environ["KAIRA_API_KEY"].startswith("sk_live_") else "SANDBOX"
# In bututs, of which 100 are 1 GMD: whole numbers can be compared, texts such as "100" and "100.00" cannot.
PRICES = {"jar": 100_00, "bucket": 1500_00}


def database():
    connection = sqlite3.connect(os.environ.get("SHOP_DATABASE", "shop.db"), timeout=5)
    connection.executescript(
        """
        CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, bututs INTEGER NOT NULL, status TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS dealt_with (event_id TEXT PRIMARY KEY);
        """
    )
    return connection


@app.post("/orders/<reference>")
def buy(reference):
    # The order stands in the books before Kaira is asked; its reference is the payment's, for ever. The price is ours.
    price = PRICES.get(request.form["product"]) or abort(400, "We do not sell this.")
    with database() as books:
        books.execute("INSERT OR IGNORE INTO orders VALUES (?, ?, 'new')", (reference, price))
        (bututs,) = books.execute("SELECT bututs FROM orders WHERE reference = ?", (reference,)).fetchone()
    collection = kaira.collections.initiate({
        "amount": from_bututs(bututs),
        "currency": "GMD",
        "client_reference": reference,
        "customer_mobile": request.form["mobile"],
        "success_url": request.url_root + "orders/" + reference,
        "error_url": request.url_root + "orders/" + reference,
    })
    return redirect(collection["redirect_url"], 303)


@app.get("/orders/<reference>")
def show(reference):
    # The customer came back, which proves nothing: this shows what the webhooks said.
    with database() as books:
        row = books.execute("SELECT status FROM orders WHERE reference = ?", (reference,)).fetchone()
    return {"status": row[0]} if row else abort(404)


@app.post("/orders/<reference>/refund")
def give_back(reference):
    refund = kaira.refunds.initiate({"collection": reference, "client_reference": f"{reference}-refund"})
    return {"status": refund["status"]}


@app.errorhandler(KairaError)
def refused(error):
    # The details name each field that is wrong, such as a mobile without +220.
    return {"error": error.message, "details": error.details}, 400 if error.code == "VALIDATION_ERROR" else 502


@app.errorhandler(KairaConnectionError)
def unanswered(error):
    # Pressed once more, it is the same payment, or the same refund.
    return {"error": "It is not known whether that was done: do it again."}, 503


@app.post("/webhooks")
def hear():
    try:
        event = verify_webhook(request.get_data(), request.headers, secret)
    except WebhookVerificationError as error:
        return str(error), 400
    data = event["data"]
    if event.get("test") or data["environment"] != environment:
        return "heard, and nothing done"
    # One transaction: either the event is dealt with and remembered, or it comes again.
    with database() as books:
        if books.execute("INSERT OR IGNORE INTO dealt_with VALUES (?)", (event["id"],)).rowcount == 0:
            return "heard before"
        if event["event"] == "payment.succeeded":
            book(books, data)
        elif event["event"] == "refund.succeeded":
            given = (data["collection"]["client_reference"],)
            books.execute("UPDATE orders SET status = 'refunded' WHERE reference = ?", given)
    return "thank you"


def book(books, payment):
    """An order is paid by its own reference, in full; of money that does not fit it somebody has to know."""
    reference = payment["reference"]
    order = books.execute("SELECT bututs FROM orders WHERE reference = ?", (reference,)).fetchone()
    if order is None:
        app.logger.warning("paid, and no order of this shop: %s", reference)
        return
    is_whole = payment["currency"] == "GMD" and to_bututs(payment["amount"]) == order[0]
    status = "paid" if is_whole else "look at it"
    books.execute("UPDATE orders SET status = ? WHERE reference = ? AND status = 'new'", (status, reference))


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "4000")))
