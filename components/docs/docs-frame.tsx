import { Menu, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Logo } from '#components/frame/logo';
import { LanguageChoice } from './language-choice.tsx';
import { PageLink } from './page-link.tsx';

export interface Place {
  title: string;
  href: string;
}

interface DocsFrameProps {
  groups: { title: string; pages: Place[] }[];
  children: ReactNode;
}

/** What every page of the documentation stands in. Nothing here needs JavaScript. */
export function DocsFrame({ groups, children }: DocsFrameProps) {
  const navigation = (
    <div className="grid gap-6">
      {groups.map(({ title, pages }) => (
        <div key={title}>
          <p className="font-semibold">{title}</p>
          <ul className="mt-1.5 border-l">
            {pages.map((page) => (
              <li key={page.href}>
                <PageLink {...page} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
  return (
    <>
      <header className="sticky top-0 z-20 border-b bg-background">
        <div className="mx-auto flex h-14 max-w-7xl items-center gap-3 px-4 sm:px-6">
          <a href="/" className="flex items-center gap-2.5" aria-label="Kaira, the start page">
            <Logo />
            <span className="hidden text-base font-semibold sm:inline">Kaira</span>
          </a>
          <a href="/docs" className="text-muted-foreground hover:text-foreground">
            Docs
          </a>
          <search className="ml-auto w-full max-w-72">
            <form action="/docs/search" className="relative">
              <Search
                aria-hidden="true"
                className="absolute inset-y-0 left-2.5 my-auto size-4 text-muted-foreground"
              />
              <input
                type="search"
                name="q"
                required
                aria-label="Search the documentation"
                placeholder="Search"
                className="h-9 w-full rounded-md border bg-background pr-3 pl-8 placeholder:text-muted-foreground"
              />
            </form>
          </search>
          <a href="/login" className="whitespace-nowrap text-muted-foreground hover:text-foreground">
            Sign in
          </a>
        </div>
      </header>
      <div className="mx-auto grid max-w-7xl gap-x-10 px-4 sm:px-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <details className="group border-b py-2 lg:hidden">
          <summary className="flex h-9 cursor-pointer list-none items-center gap-2 font-semibold">
            <Menu aria-hidden="true" className="size-4" />
            All pages
          </summary>
          <nav aria-label="All pages" className="py-3">
            {navigation}
          </nav>
        </details>
        <nav
          aria-label="Documentation"
          className="sticky top-14 hidden max-h-[calc(100dvh-3.5rem)] self-start overflow-y-auto py-8 lg:block"
        >
          {navigation}
        </nav>
        {children}
      </div>
      <LanguageChoice />
    </>
  );
}
