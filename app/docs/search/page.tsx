import type { Metadata } from 'next';
import { SearchResults } from '#components/docs/search-results';
import { searchDocs } from '#lib/docs/search';

export const metadata: Metadata = { title: 'Search', robots: { index: false } };

interface Props {
  searchParams: Promise<{ q?: string | string[] }>;
}

export default async function SearchPage({ searchParams }: Props) {
  const { q } = await searchParams;
  const words = typeof q === 'string' ? q.trim() : '';
  return <SearchResults words={words} found={words === '' ? [] : searchDocs(words)} />;
}
