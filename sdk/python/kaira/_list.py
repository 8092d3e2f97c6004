from __future__ import annotations

from typing import Any, Callable, Generic, Iterator, TypeVar

Item = TypeVar("Item")
_WHOLE_PAGE = 100


class List(Generic[Item]):
    """A list, newest first. `for item in list` walks through all of it, a page at a time, by cursors.

    What is added meanwhile is ahead of where the walk began, so that nothing comes twice and nothing is left out.
    Nothing is asked for before it is wanted.
    """

    def __init__(self, fetch: Callable[[dict[str, Any]], Any], query: dict[str, Any]) -> None:
        self._fetch = fetch
        self._query = {name: each for name, each in query.items() if each is not None}

    def first_page(self) -> Any:
        """The one page that the query asks for, with its `pagination`: 10 items, unless `limit` says otherwise."""
        return self._fetch(self._query)

    def pages(self) -> Iterator[Any]:
        """That page and those after it; 100 items each, unless `limit` says otherwise."""
        query = {"limit": _WHOLE_PAGE, **self._query}
        while True:
            page = self._fetch(query)
            yield page
            cursor = page["pagination"]["next_cursor"]
            if cursor is None:
                return
            if cursor == query.get("cursor"):
                raise RuntimeError("The gateway answered the same cursor twice.")
            # A number of a page is where the walk began; a cursor takes its place.
            query = {name: each for name, each in query.items() if name != "page"}
            query["cursor"] = cursor

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page["data"]
