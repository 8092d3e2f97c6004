import type { Found } from '#lib/docs/search';

export function SearchResults({ words, found }: { words: string; found: Found[] }) {
  return (
    <main className="min-w-0 py-8">
      <h1 className="text-2xl font-semibold tracking-tight">{words === '' ? 'Search' : `“${words}”`}</h1>
      <p className="mt-2 text-muted-foreground">
        {words === '' && 'Type a word, a field or an error code into the field above.'}
        {words !== '' &&
          found.length === 0 &&
          'Nothing has these words. Try fewer of them, or an error code.'}
      </p>
      <ol className="mt-4 max-w-3xl divide-y">
        {found.map(({ href, page, section, excerpt }) => (
          <li key={href} className="relative py-4">
            <a
              href={href}
              className="font-semibold text-primary after:absolute after:inset-0 hover:underline"
            >
              {section}
            </a>
            {section !== page && <span className="text-muted-foreground">{` · ${page}`}</span>}
            <p className="mt-1 text-muted-foreground">{excerpt}</p>
          </li>
        ))}
      </ol>
    </main>
  );
}
