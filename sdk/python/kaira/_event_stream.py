from __future__ import annotations

import http.client
import json
import random
import re
import time
from typing import Any, Iterator

from ._errors import KairaConnectionError, KairaError
from ._transport import Transport, lost

# The gateway says something every 15 s: a line that is silent for longer is dead.
_SILENT_AFTER_SECONDS = 45
# Before a reconnection after an end in good order, which comes every hour and at a restart.
_RECONNECT_WITHIN_SECONDS = 2


def stream_events(transport: Transport, query: dict[str, Any], max_retries: int | None) -> Iterator[dict[str, Any]]:
    most = transport.max_retries if max_retries is None else max_retries
    last_event_id = ""
    failures = 0
    while True:
        headers = {"accept": "text/event-stream"}
        if last_event_id:
            headers["last-event-id"] = last_event_id
        sent = transport.prepare("openEventStream", {}, query, None, None, headers)
        try:
            connection, response = transport.open(sent, _SILENT_AFTER_SECONDS)
            try:
                for kind, data, event_id in _messages_of(response):
                    failures = 0
                    if event_id is not None:
                        last_event_id = event_id
                    if kind == "message" and data:
                        yield _event_of(data, last_event_id)
            except (OSError, http.client.HTTPException) as error:
                raise lost(sent, error) from error
            finally:
                connection.close()
            time.sleep(random.random() * _RECONNECT_WITHIN_SECONDS)
        except (KairaError, KairaConnectionError) as error:
            transport.pause_or_raise(error, failures, most)
            failures += 1


def _event_of(text: str, cursor: str) -> dict[str, Any]:
    message = json.loads(text)
    data = json.loads(message["body"]).get("data")
    if data is None:
        raise ValueError("The endpoint has the payload_form legacy, whose amounts are floats: set it to current.")
    return {**message, "data": data, "cursor": cursor}


def _messages_of(response: http.client.HTTPResponse) -> Iterator[tuple[str, str, str | None]]:
    """https://html.spec.whatwg.org/multipage/server-sent-events.html; also blocks without data, which move the place."""
    kind, data, event_id = "message", "", None
    for raw in response:
        line = raw.decode("utf-8", "replace").rstrip("\r\n")
        if line == "":
            yield kind, data, event_id
            kind, data, event_id = "message", "", None
            continue
        found = re.fullmatch("([^:]*)(?:: ?(.*))?", line)
        name, value = (found[1], found[2] or "") if found else ("", "")
        if name == "data":
            data = f"{data}\n{value}" if data else value
        elif name == "event":
            kind = value
        elif name == "id":
            event_id = value
