<?php

declare(strict_types=1);

namespace Kaira;

/**
 * A list, newest first. `foreach ($list as $item)` walks through all of it, a page at a time, by cursors.
 *
 * What is added meanwhile is ahead of where the walk began, so that nothing comes twice and nothing is left out. Nothing
 * is asked for before it is wanted.
 *
 * @template Item
 * @implements \IteratorAggregate<int, Item>
 */
final class Listing implements \IteratorAggregate
{
    private const WHOLE_PAGE = 100;

    /**
     * @param \Closure(array<string, mixed>): array<string, mixed> $fetch
     * @param array<string, mixed> $query
     */
    public function __construct(private readonly \Closure $fetch, private readonly array $query)
    {
    }

    /**
     * The one page that the query asks for, with its `pagination`: 10 items, unless `limit` says otherwise.
     *
     * @return array{data: list<Item>, pagination: array<string, mixed>, ...}
     */
    public function firstPage(): array
    {
        return ($this->fetch)($this->query);
    }

    /**
     * That page and those after it; 100 items each, unless `limit` says otherwise.
     *
     * @return \Generator<int, array{data: list<Item>, pagination: array<string, mixed>, ...}>
     */
    public function pages(): \Generator
    {
        $query = $this->query + ['limit' => self::WHOLE_PAGE];
        while (true) {
            $page = ($this->fetch)($query);
            yield $page;
            $cursor = $page['pagination']['next_cursor'];
            if ($cursor === null) {
                return;
            }
            if ($cursor === ($query['cursor'] ?? null)) {
                throw new \UnexpectedValueException('The gateway answered the same cursor twice.');
            }
            // A number of a page is where the walk began; a cursor takes its place.
            unset($query['page']);
            $query['cursor'] = $cursor;
        }
    }

    /** @return \Generator<int, Item> */
    public function getIterator(): \Generator
    {
        $number = 0;
        foreach ($this->pages() as $page) {
            foreach ($page['data'] as $item) {
                yield $number++ => $item;
            }
        }
    }
}
