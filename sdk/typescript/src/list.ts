/** A page as the gateway answers it. */
export interface Page<Item> {
  data: Item[];
  pagination: { limit: number; next_cursor: string | null };
}

interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The most that a page can hold. */
const WHOLE_PAGE = 100;

/**
 * A list, newest first. `for await (const item of list)` walks through all of it, a page at a time, by cursors: what is
 * added meanwhile is ahead of where the walk began, so that nothing comes twice and nothing is left out. Nothing is
 * asked for before it is wanted.
 */
export class List<Item, OnePage extends Page<Item> = Page<Item>> implements AsyncIterable<Item> {
  readonly #fetchPage: (query: PageQuery) => Promise<OnePage>;
  readonly #query: PageQuery;

  constructor(fetchPage: (query: PageQuery) => Promise<OnePage>, query: PageQuery = {}) {
    this.#fetchPage = fetchPage;
    this.#query = query;
  }

  /** The one page that the query asks for: 10 items, unless `limit` says otherwise. */
  firstPage(): Promise<OnePage> {
    return this.#fetchPage(this.#query);
  }

  /** That page and those after it; 100 items each, unless `limit` says otherwise. */
  async *pages(): AsyncGenerator<OnePage, void, undefined> {
    let query = { limit: WHOLE_PAGE, ...withoutUndefined(this.#query) };
    for (;;) {
      const page = await this.#fetchPage(query);
      yield page;
      const cursor = page.pagination.next_cursor;
      if (cursor === null) return;
      if (cursor === query.cursor) throw new Error('The gateway answered the same cursor twice.');
      // A number of a page is where the walk began; a cursor takes its place.
      query = { ...query, page: undefined, cursor } as typeof query;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }
}

function withoutUndefined(query: PageQuery): PageQuery {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
