'use client';

import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { callApi, type Page } from '#lib/browser/api';

/** A list that grows by "Show more"; the server has read its first page, unless it refused what was asked for. */
export function usePages<Item>(
  path: string,
  query: Record<string, string | undefined>,
  initial: Page<Item> | undefined,
) {
  const list = useInfiniteQuery({
    queryKey: [path, query],
    queryFn: ({ pageParam, signal }) =>
      callApi<Page<Item>>(path, { query: { ...query, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Page<Item>) => last.pagination.next_cursor,
    refetchInterval: 15_000,
    ...(initial && {
      initialData: { pages: [initial], pageParams: [''] } satisfies InfiniteData<Page<Item>, string>,
    }),
  });
  return { ...list, items: (list.data?.pages ?? []).flatMap((page) => page.data) };
}
