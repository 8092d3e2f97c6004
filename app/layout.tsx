import './globals.css';
import type { Metadata, Viewport } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { SimulatedStrip } from '#components/frame/simulated-strip';
import { settings } from '#lib/settings';

export const metadata: Metadata = {
  title: { default: 'Kaira – payments for The Gambia', template: '%s – Kaira' },
  description: 'An open payment gateway for mobile money in The Gambia.',
};

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // What is said of the money depends on the server that answers, and never on the build.
  await connection();
  return (
    <html lang="en">
      <body className="min-h-dvh font-sans antialiased">
        {settings().KAIRA_RAILS_SIMULATED && <SimulatedStrip />}
        {children}
      </body>
    </html>
  );
}
