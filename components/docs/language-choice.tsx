'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';

const kept = 'kaira-docs-language';

/** Once a language is chosen at one example, all examples have it, also on the next visit. */
export function LanguageChoice() {
  const pathname = usePathname();
  useEffect(() => {
    // A browser that keeps nothing for this site throws.
    const chosen = pathname && attempt(() => localStorage.getItem(kept));
    if (chosen) choose(chosen);
  }, [pathname]);
  useEffect(() => {
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.dataset.codeLanguage === undefined) return;
      // What is read stays where it is, though blocks above it become longer or shorter.
      const before = target.getBoundingClientRect().top;
      choose(target.value);
      window.scrollBy(0, target.getBoundingClientRect().top - before);
      attempt(() => localStorage.setItem(kept, target.value));
    };
    document.addEventListener('change', onChange);
    return () => document.removeEventListener('change', onChange);
  }, []);
  return null;
}

function choose(language: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-code-language]')) {
    if (input.value === language) input.checked = true;
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
