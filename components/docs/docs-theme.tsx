'use client';

import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';

/** The theme that was chosen in a dashboard, else the system's. */
export function DocsTheme({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider attribute="data-theme" storageKey="kaira-theme">
      {children}
    </ThemeProvider>
  );
}
