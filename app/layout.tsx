import { currentLanguage, t } from '#lib/browser/language/words';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { OlderBrowsers } from '#components/frame/older-browsers';
import { SimulatedStrip } from '#components/frame/simulated-strip';
import { Theme } from '#components/frame/theme';
import { Speak } from '#components/language/speak';
import { PAGE_NONCE } from '#lib/http/page-headers';
import { settings } from '#lib/settings';

export function generateMetadata(): Metadata {
  return {
    title: { default: t('Kaira – payments for The Gambia'), template: '%s – Kaira' },
    description: t('An open payment gateway for mobile money in The Gambia.'),
  };
}

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // So that no page is made by the build: its scripts carry the nonce of the one answer, and what is said of the money
  // depends on the server that gives it.
  const nonce = (await headers()).get(PAGE_NONCE) ?? '';
  const language = currentLanguage();
  return (
    <html lang={language}>
      <body className="min-h-dvh font-sans antialiased">
        <OlderBrowsers nonce={nonce} />
        <Theme nonce={nonce}>
          <Speak language={language} area="shared">
            {settings().KAIRA_RAILS_SIMULATED && <SimulatedStrip />}
            {children}
          </Speak>
        </Theme>
      </body>
    </html>
  );
}
