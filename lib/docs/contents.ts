import { operations } from '#lib/openapi/operations';

export interface PageEntry {
  /** Below `/docs/`. */
  slug: string;
  /** As the navigation has it; the page's own heading may say more. */
  title: string;
  /** The markdown in the repository; without one the page is made from the API's description (reference.ts). */
  file?: string;
}

interface Group {
  title: string;
  pages: PageEntry[];
}

const guide = (slug: string, title: string): PageEntry => ({ slug, title, file: `docs/guides/${slug}.md` });
const operating = (slug: string, title: string): PageEntry => ({
  slug: `operations/${slug}`,
  title,
  file: `docs/operations/${slug}.md`,
});
const contributing = (slug: string, title: string): PageEntry => ({
  slug: `contributing/${slug}`,
  title,
  file: `docs/contributing/${slug}.md`,
});

/** What an integrator calls, in the order of the API's description; the rest is for machines. */
export const referenceTags = [...new Set(Object.values(operations).map(({ tag }) => tag))];

/** Every page of `/docs` in the order of the navigation. */
export const contents: Group[] = [
  {
    title: 'Start',
    pages: [
      guide('quick-start', 'Quick start'),
      guide('first-payment', 'Take a first payment'),
      guide('give-a-payment-back', 'Give a payment back'),
      guide('held-payout', 'When a payout is held'),
      guide('going-live', 'Going live'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      guide('collections', 'Collections'),
      guide('otp', 'One-time passwords'),
      guide('cards', 'Cards'),
      guide('payouts', 'Payouts'),
      guide('payment-links', 'Payment links'),
      guide('payment-requests', 'Requests to pay'),
      guide('customers', 'Customers'),
      guide('refunds', 'Refunds'),
      guide('settlements', 'Settlements'),
      guide('second-person', 'A second person'),
      guide('prove-a-payment', 'Prove a payment'),
      guide('idempotency', 'Idempotency and retries'),
      guide('webhooks', 'Webhooks'),
      guide('sandbox', 'Sandbox'),
      guide('test-your-integration', 'Test your integration'),
      { slug: 'errors', title: 'Errors' },
      guide('keys', 'Keys'),
      guide('limits', 'Limits'),
      guide('versioning', 'Versioning'),
      { slug: 'typescript-sdk', title: 'TypeScript SDK', file: 'sdk/typescript/README.md' },
      { slug: 'python-sdk', title: 'Python SDK', file: 'sdk/python/README.md' },
      { slug: 'php-sdk', title: 'PHP SDK', file: 'sdk/php/README.md' },
    ],
  },
  {
    title: 'Reference',
    pages: referenceTags.map((tag) => ({
      slug: `reference/${tag.toLowerCase().replaceAll(' ', '-')}`,
      title: tag,
    })),
  },
  {
    title: 'Operate Kaira',
    pages: [
      operating('install', 'Install'),
      operating('first-day', 'Our first day'),
      operating('bad-day', 'A bad day'),
      operating('settings', 'Settings'),
      operating('upgrade', 'Upgrade'),
      operating('backup-restore', 'Backup and restore'),
      operating('scaling', 'Scaling'),
      operating('many-cells', 'Many cells'),
      operating('high-availability', 'High availability'),
      operating('monitoring', 'Monitoring'),
      operating('messages', 'Messages'),
      operating('replace-the-secret', 'Replace the secret'),
      operating('security', 'Security model'),
      operating('accounts', 'Accounts'),
      operating('seals', 'Seals'),
      operating('settlements', 'Settlements'),
      operating('incidents', 'Incidents'),
      { slug: 'rails/live', title: 'Live rails', file: 'docs/rails/live.md' },
      { slug: 'rails/wire', title: 'Rails on the wire', file: 'docs/rails/wire.md' },
    ],
  },
  {
    title: 'Proof',
    pages: [
      { slug: 'proof', title: 'What is proven', file: 'docs/proof/README.md' },
      { slug: 'proof/report', title: 'Report', file: 'docs/proof/report.md' },
      { slug: 'proof/simulation', title: 'Simulation', file: 'docs/proof/simulation.md' },
      { slug: 'proof/mutations', title: 'Mutations', file: 'docs/proof/mutations.md' },
      { slug: 'proof/locks', title: 'Locks', file: 'docs/proof/locks.md' },
      { slug: 'proof/corruptions', title: 'What the audit notices', file: 'docs/proof/corruptions.md' },
      { slug: 'proof/month', title: 'A month', file: 'docs/proof/month.md' },
      { slug: 'proof/chaos', title: 'Chaos and fail-over', file: 'docs/proof/chaos.md' },
      { slug: 'proof/outage', title: 'Outages of the database', file: 'docs/proof/outage.md' },
      { slug: 'proof/model', title: 'A model of the documents', file: 'docs/proof/model.md' },
      { slug: 'proof/patroni', title: 'Three machines under Patroni', file: 'docs/proof/patroni.md' },
      { slug: 'proof/fuzz', title: 'Fuzz', file: 'docs/proof/fuzz.md' },
      { slug: 'proof/security', title: 'Security cases', file: 'docs/proof/security.md' },
    ],
  },
  {
    title: 'Contribute',
    pages: [
      { slug: 'contributing', title: 'Set up and house rules', file: 'docs/contributing/README.md' },
      contributing('add-a-rail', 'Add a rail'),
      contributing('add-a-verb', 'Add a verb'),
      contributing('add-a-migration', 'Add a migration'),
      contributing('add-a-text', 'Add a text'),
    ],
  },
];

export const allPages: PageEntry[] = contents.flatMap(({ pages }) => pages);

/** Files that pages link to and that are copied as they are, at `/docs/files/<name>`. */
export const sourceFiles = [
  ...['ts', 'py', 'php', 'go'].map((ending) => `docs/webhooks/verify.${ending}`),
  ...['ts', 'py', 'php'].map((ending) => `docs/testing/test-your-shop.${ending}`),
];
