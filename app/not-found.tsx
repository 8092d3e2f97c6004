import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Page not found' };

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-4 py-12">
      <h1 className="text-2xl font-semibold tracking-tight">There is no such page</h1>
      <p className="mt-2 text-base text-muted-foreground">
        The address may be misspelt, or the page may have moved.
      </p>
      <p className="mt-6">
        <a className="font-semibold text-primary underline underline-offset-4" href="/">
          Go to the start page
        </a>
      </p>
    </main>
  );
}
