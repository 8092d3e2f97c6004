import type { NextConfig } from 'next';

const config: NextConfig = {
  // Pages show text and figures: there is nothing to optimise, and an optimiser would fetch and decode for anybody.
  images: { unoptimized: true },
  poweredByHeader: false,
  // A page that is asked for without a line comes when the line is back; the page that is open stays until then.
  experimental: {
    useOffline: true,
    // All pages are loaded when a server starts, so that nobody waits for the first of a page; a test starts many servers
    // and asks most of them for no page (e2e/setup/server.ts).
    preloadEntriesOnStart: process.env.PAGES_AT_START !== 'off',
  },
  productionBrowserSourceMaps: false,
  // Never a redirect under /api: a trailing slash there is a 404 (contract.md §2).
  skipTrailingSlashRedirect: true,
  // `npm run check` runs tsc (TypeScript 7) over the whole project; a build need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Required at run time, as server.ts does: they are native, or keep one state per process.
  serverExternalPackages: [
    'postgres',
    'pino',
    'prom-client',
    '@node-rs/argon2',
    'undici',
    'next-auth',
    '@zxcvbn-ts/language-common',
    'nodemailer',
    'pdfkit',
  ],
  async rewrites() {
    return [{ source: '/docs/:slug(.+)\\.md', destination: '/docs/markdown/:slug' }];
  },
  async headers() {
    return [
      {
        // Pages of ours. The pages for payers set their own: a card page may stand in a frame.
        source: '/((?!checkout/|pay/|r/).*)',
        headers: [
          { key: 'x-content-type-options', value: 'nosniff' },
          { key: 'x-frame-options', value: 'DENY' },
          { key: 'referrer-policy', value: 'strict-origin-when-cross-origin' },
          { key: 'permissions-policy', value: 'camera=(), microphone=(), geolocation=(), payment=()' },
        ],
      },
    ];
  },
};

export default config;
