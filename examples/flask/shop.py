# A shop for Flask: it collects, is told, and gives back. KAIRA_API_KEY, KAIRA_WEBHOOK_SECRET and, where Kaira is not at
# http://localhost:3000, KAIRA_URL are in its environment: python3 shop.py, or any WSGI server with shop:app.
import os
import sqlite3

from flask import Flask, abort, redirect, request
from kaira import Kaira, KairaConnectionError, WebhookVerificationError, verify_webhook

app = Flask(__name__)
kaira = Kaira(os.environ["KAIRA_API_KEY"], os.environ.get("KAIRA_URL"))
secret = os.environ["KAIRA_WEBHOOK_SECRET"]
environment = "LIVE" if os.environ["KAIRA_API_KEY"].startswith("sk_live_") else "SANDBOX"


def database():
    connection = sqlite3.connect(os.environ.get("SHOP_DATABASE", "shop.db"), timeout=5)
    connection.executescript(
        """
        CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, amount TEXT NOT NULL, status TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS dealt_with (event_id TEXT PRIMARY KEY);
        """
    )
    return connection


@app.post("/orders/<reference>")
def buy(reference):
    # The order stands in the books before Kaira is asked; its reference is the payment's, for ever.
    with database() as books:
        books.execute("INSERT OR IGNORE INTO orders VALUES (?, ?, 'new')", (reference, request.form["amount"]))
        (amount,) = books.execute("SELECT amount FROM orders WHERE reference = ?", (reference,)).fetchone()
    collection = kaira.collections.initiate({
        "amount": amount,
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
    try:
        refund = kaira.refunds.initiate({"collection": reference, "client_reference": f"{reference}-refund"})
    except KairaConnectionError:
        # Pressed once more, it is the same refund.
        return {"status": "not known: ask again"}, 503
    return {"status": refund["status"]}


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
            paid = (data["reference"], data["amount"])
            books.execute("UPDATE orders SET status = 'paid' WHERE reference = ? AND amount = ?", paid)
        elif event["event"] == "refund.succeeded":
            given = (data["collection"]["client_reference"],)
            books.execute("UPDATE orders SET status = 'refunded' WHERE reference = ?", given)
    return "thank you"


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "4000")))
