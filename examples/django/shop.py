# The webhook of a shop in Django, in one file: KAIRA_WEBHOOK_SECRET is in its environment, KAIRA_ENVIRONMENT is SANDBOX
# or LIVE: python3 shop.py runserver 4000 --noreload. In a project of yours the views and the URLs are what you need; the
# table of dealt-with ids is then a model: id = models.CharField(primary_key=True, max_length=64).
import os
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.db import connection, transaction
from django.http import HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST
from kaira import WebhookVerificationError, to_bututs, verify_webhook

secret = os.environ["KAIRA_WEBHOOK_SECRET"]
environment = os.environ.get("KAIRA_ENVIRONMENT", "SANDBOX")

settings.configure(
    SECRET_KEY=os.urandom(32).hex(),
    # The host of the endpoint's address: another one is answered 400 by Django, before the view sees it.
    ALLOWED_HOSTS=["localhost"],
    ROOT_URLCONF=__name__,
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": os.environ.get("SHOP_DATABASE", "shop.db"),
            "OPTIONS": {"timeout": 5},
        }
    },
)


# Kaira has no CSRF token; the signature says who it is.
@csrf_exempt
@require_POST
def webhooks(request):
    try:
        event = verify_webhook(request.body, request.headers, secret)
    except WebhookVerificationError as error:
        return HttpResponse(str(error), status=400)
    if event.get("test") or event["data"]["environment"] != environment:
        return HttpResponse("heard, and nothing done")
    # One transaction: either the event is dealt with and remembered, or it comes again.
    with transaction.atomic(), connection.cursor() as books:
        books.execute("INSERT INTO dealt_with VALUES (%s) ON CONFLICT DO NOTHING", [event["id"]])
        if books.rowcount == 1 and event["event"] == "payment.succeeded":
            book(books, event["data"])
    return HttpResponse("thank you")


def book(books, payment):
    """An order is paid by its own reference, in full; of money that does not fit it somebody has to know."""
    books.execute("SELECT bututs FROM orders WHERE reference = %s", [payment["reference"]])
    order = books.fetchone()
    if order is None:
        print("paid, and no order of this shop:", payment["reference"], file=sys.stderr)
        return
    is_whole = payment["currency"] == "GMD" and to_bututs(payment["amount"]) == order[0]
    status = "paid" if is_whole else "look at it"
    books.execute("UPDATE orders SET status = %s WHERE reference = %s", [status, payment["reference"]])


@require_GET
def order(request, reference):
    with connection.cursor() as books:
        books.execute("SELECT status FROM orders WHERE reference = %s", [reference])
        row = books.fetchone()
    return JsonResponse({"status": row[0]}) if row else HttpResponse(status=404)


# An endpoint is registered as it stands here, with its slash: a redirect to the right one is not followed.
urlpatterns = [path("webhooks/", webhooks), path("orders/<str:reference>/", order)]

if __name__ == "__main__":
    with connection.cursor() as books:
        # In bututs, of which 100 are 1 GMD: whole numbers can be compared, texts such as "100" and "100.00" cannot.
        books.execute(
            "CREATE TABLE IF NOT EXISTS orders (reference TEXT PRIMARY KEY, bututs INTEGER NOT NULL, status TEXT NOT NULL)"
        )
        books.execute("CREATE TABLE IF NOT EXISTS dealt_with (event_id TEXT PRIMARY KEY)")
    execute_from_command_line(sys.argv)
