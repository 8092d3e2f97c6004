'use client';

import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';

/** A policy lasts as long as its page, also where React asks for the page's parts anew. */
let nonceOfPage: string | undefined;

/**
 * The theme that was chosen in a dashboard, else the system's. `nonce`: of the page's Content-Security-Policy, for the
 * script that sets the theme before anything is drawn, and for the style that keeps a page still behind a dialog.
 */
export function Theme({ nonce, children }: { nonce: string; children: ReactNode }) {
  if (typeof window !== 'undefined') {
    nonceOfPage ??= nonce;
    // Where the packages that write styles look for it: https://github.com/theKashey/get-nonce
    Object.assign(window, { __webpack_nonce__: nonceOfPage });
  }
  return (
    <ThemeProvider attribute="data-theme" storageKey="kaira-theme" nonce={nonce}>
      {children}
    </ThemeProvider>
  );
}
