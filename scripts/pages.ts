import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';

// Every page that a person can open, found in `app/`, for what looks at all of them: screenshots, axe, their weight.

/** Who is signed in; the operators' pages need `admin`, the merchants' `client`. */
type Visitor = 'client' | 'admin' | 'nobody';

export interface AppPage {
  /** Its folder below `app/`, without the groups: `/admin/clients/[id]`. */
  route: string;
  visitor: Visitor;
  address: string;
  /** Short and its own, for a file's name. */
  name: string;
  /** Whether React stands behind it; a customer's page is plain HTML. */
  isApp: boolean;
}

/** What stands in the place of a route's parameters. */
export interface Sample {
  clientId: string;
  collectionId: string;
  openCollectionId: string;
  endpointId: string;
  deliveryId: string;
  linkId: string;
  /** At which it can be paid, and one that is switched off. */
  linkCode: string;
  closedLinkCode: string;
  /** Begun at the link, and not paid. */
  linkPaymentId: string;
  /** Of the collection that was paid. */
  receiptToken: string;
  batchId: string;
  requestId: string;
  requestListId: string;
  invitation: string;
  /** The newest; where there is none, the page says so. */
  caseId: string;
}

/** The route handlers that answer programs; every other one answers with a page. */
const forPrograms =
  /^\/((api|auth|rails|healthz|metrics|readyz)(\/|$)|docs\/(files|markdown)\/|(openapi|postman)\.json|llms\.txt|rail-faces\/|pay\/\[code\]\/qr\.)/;
const root = path.resolve(import.meta.dirname, '..');
const sandbox = '/dashboard/sandbox';

/** A route with parameters needs a line here; one without has its own address, and may have more to show. */
const addresses: Record<string, (sample: Sample) => string[]> = {
  '/admin': () => ['/admin?environment=SANDBOX', '/admin?environment=LIVE'],
  '/admin/accounts': () => ['/admin/accounts?environment=SANDBOX', '/admin/accounts?environment=LIVE'],
  '/admin/applications': () => ['/admin/applications', '/admin/applications?state=decided'],
  '/admin/applications/[clientId]': ({ clientId }) => [`/admin/applications/${clientId}`],
  '/admin/approvals': () => ['/admin/approvals', '/admin/approvals?state=decided'],
  '/admin/cases/[id]': ({ caseId }) => [`/admin/cases/${caseId}`],
  '/admin/clients/[id]': ({ clientId }) => [`/admin/clients/${clientId}`],
  '/admin/clients/[id]/people': ({ clientId }) => [`/admin/clients/${clientId}/people`],
  '/admin/ledger': () => ['/admin/ledger?environment=SANDBOX'],
  '/admin/reconciliation/[provider]/[day]': () => [`/admin/reconciliation/PROVIDER_W/${yesterday()}`],
  '/admin/transactions': () => ['/admin/transactions', '/admin/transactions?q=nothing-has-this-reference'],
  '/admin/transactions/[id]': ({ collectionId }) => [`/admin/transactions/${collectionId}`],
  '/admin/webhooks': () => ['/admin/webhooks?environment=SANDBOX'],
  // It only leads on.
  '/dashboard': () => [],
  '/dashboard/[environment]': () => [sandbox, '/dashboard/live'],
  '/dashboard/[environment]/application': () => [`${sandbox}/application`],
  '/dashboard/[environment]/activity': () => [`${sandbox}/activity`],
  '/dashboard/[environment]/collect': () => [`${sandbox}/collect`, '/dashboard/live/collect'],
  '/dashboard/[environment]/till': () => [`${sandbox}/till`, '/dashboard/live/till'],
  '/dashboard/[environment]/collect/[transactionId]': (sample) => [
    `${sandbox}/collect/${sample.openCollectionId}`,
    `${sandbox}/collect/${sample.collectionId}`,
  ],
  '/dashboard/[environment]/customers': () => [
    `${sandbox}/customers`,
    `${sandbox}/customers?q=nobody`,
    '/dashboard/live/customers',
  ],
  '/dashboard/[environment]/customers/[mobile]': () => [`${sandbox}/customers/2207012345`],
  '/dashboard/[environment]/keys': () => [`${sandbox}/keys`, '/dashboard/live/keys'],
  '/dashboard/[environment]/links': () => [`${sandbox}/links`, '/dashboard/live/links'],
  '/dashboard/[environment]/links/[id]': ({ linkId }) => [`${sandbox}/links/${linkId}`],
  '/dashboard/[environment]/payouts': () => [`${sandbox}/payouts`, '/dashboard/live/payouts'],
  '/dashboard/[environment]/payouts/bulk': () => [`${sandbox}/payouts/bulk`],
  '/dashboard/[environment]/payouts/bulk/[id]': ({ batchId }) => [`${sandbox}/payouts/bulk/${batchId}`],
  '/dashboard/[environment]/payouts/new': () => [`${sandbox}/payouts/new`, '/dashboard/live/payouts/new'],
  '/dashboard/[environment]/requests': () => [`${sandbox}/requests`, '/dashboard/live/requests'],
  '/dashboard/[environment]/requests/[id]': ({ requestId }) => [`${sandbox}/requests/${requestId}`],
  '/dashboard/[environment]/requests/file': () => [`${sandbox}/requests/file`],
  '/dashboard/[environment]/requests/lists/[id]': ({ requestListId }) => [
    `${sandbox}/requests/lists/${requestListId}`,
  ],
  '/dashboard/[environment]/settlements': () => [`${sandbox}/settlements`, '/dashboard/live/settlements'],
  '/dashboard/[environment]/recipients': () => [`${sandbox}/recipients`, '/dashboard/live/recipients'],
  '/dashboard/[environment]/sandbox-tools': () => [`${sandbox}/sandbox-tools`],
  '/dashboard/[environment]/settings': () => [`${sandbox}/settings`],
  '/dashboard/[environment]/statement': () => [
    `${sandbox}/statement`,
    `${sandbox}/statement?from=2026-02-01&to=2026-01-01`,
  ],
  '/dashboard/[environment]/team': () => [`${sandbox}/team`],
  '/dashboard/[environment]/transactions': () => [
    `${sandbox}/transactions`,
    `${sandbox}/transactions?status=FAILED&type=payout`,
    '/dashboard/live/transactions',
  ],
  '/dashboard/[environment]/transactions/[transactionId]': ({ collectionId }) => [
    `${sandbox}/transactions/${collectionId}`,
    `${sandbox}/transactions/${randomUUID()}`,
  ],
  '/dashboard/[environment]/webhooks': () => [`${sandbox}/webhooks`, '/dashboard/live/webhooks'],
  '/dashboard/[environment]/webhooks/[endpointId]': ({ endpointId }) => [`${sandbox}/webhooks/${endpointId}`],
  '/dashboard/[environment]/webhooks/debugger': () => [`${sandbox}/webhooks/debugger`],
  '/dashboard/[environment]/webhooks/deliveries': () => [`${sandbox}/webhooks/deliveries`],
  '/dashboard/[environment]/webhooks/deliveries/[deliveryId]': ({ deliveryId }) => [
    `${sandbox}/webhooks/deliveries/${deliveryId}`,
  ],
  // It only leads on.
  '/docs': () => [],
  // One of each kind; lib/docs/docs.test.ts looks at all of them.
  '/docs/[...slug]': () => [
    '/docs/quick-start',
    '/docs/webhooks',
    '/docs/errors',
    '/docs/reference/collections',
  ],
  '/docs/search': () => ['/docs/search?q=reference', '/docs/search?q=xqzzyw'],
  '/unsubscribe/[token]': () => ['/unsubscribe/none'],
  '/confirm-email/[token]': () => ['/confirm-email/none'],
  '/invitation/[token]': ({ invitation }) => [invitation, '/invitation/none'],
  '/pay/[code]': ({ linkCode, closedLinkCode }) => [
    `/pay/${linkCode}`,
    `/pay/${linkCode}?lang=fr`,
    `/pay/${closedLinkCode}`,
    '/pay/none',
  ],
  '/pay/[code]/[transactionId]': ({ linkCode, linkPaymentId }) => [`/pay/${linkCode}/${linkPaymentId}`],
  '/r/[token]': ({ receiptToken }) => [`/r/${receiptToken}`, '/r/none'],
  '/checkout/[transactionId]': ({ openCollectionId, collectionId }) => [
    `/checkout/${openCollectionId}`,
    `/checkout/${collectionId}`,
  ],
  '/checkout/[transactionId]/return': ({ openCollectionId }) => [`/checkout/${openCollectionId}/return`],
};

/** Guarantee: no page of `app/` is left out; throws with the routes that have parameters and no line above. */
export function listPages(sample: Sample): AppPage[] {
  const routes = [...findRoutes('page.tsx'), ...findRoutes('route.ts')].filter(
    ({ route, file }) => file === 'page.tsx' || !forPrograms.test(route),
  );
  const known = new Set(routes.map(({ route }) => route));
  const missing = [...known].filter((route) => route.includes('[') && addresses[route] === undefined);
  if (missing.length > 0) throw new Error(`scripts/pages.ts has no address for ${missing.join(', ')}.`);
  const stale = Object.keys(addresses).filter((route) => !known.has(route));
  if (stale.length > 0) throw new Error(`scripts/pages.ts names pages that are gone: ${stale.join(', ')}.`);
  const pages = routes.flatMap(({ route, file, visitor }) =>
    (addresses[route]?.(sample) ?? [route]).map((address, index) => ({
      route,
      visitor,
      address,
      name: nameOf(route) + (index === 0 ? '' : `-${index + 1}`),
      isApp: file === 'page.tsx',
    })),
  );
  const nowhere = { route: '/no-such-page', address: '/no-such-page', name: 'not-found' };
  return [...pages, { ...nowhere, visitor: 'nobody', isApp: true }];
}

function findRoutes(file: 'page.tsx' | 'route.ts'): { route: string; file: string; visitor: Visitor }[] {
  return globSync(`**/${file}`, { cwd: path.join(root, 'app') })
    .map((found) => path.dirname(found).split(path.sep))
    .map((folders) => ({
      route: `/${folders.filter((folder) => folder !== '.' && !folder.startsWith('(')).join('/')}`,
      file,
      visitor:
        folders[0] === '(client)'
          ? ('client' as const)
          : folders[0] === '(admin)'
            ? ('admin' as const)
            : ('nobody' as const),
    }))
    .sort((a, b) => (a.route < b.route ? -1 : 1));
}

function nameOf(route: string): string {
  const words = route
    .replace('/dashboard/[environment]', '/client')
    .replaceAll(/\[[\w.]+\]/g, 'one')
    .split('/')
    .filter(Boolean);
  return words.join('-') || 'site';
}

interface Gateway {
  baseUrl: string;
  /** With the session of a client's owner. */
  owner: APIRequestContext;
  /** With an operator's. */
  admin: APIRequestContext;
  clientId: string;
}

/** Puts into the owner's sandbox what the pages are to show, by the requests that the dashboard itself makes. */
export async function makeSample({ baseUrl, owner, admin, clientId }: Gateway): Promise<Sample> {
  const send = (address: string, data?: Record<string, unknown>) => {
    const url = `${baseUrl}/api/dashboard${address}?environment=SANDBOX`;
    return data ? owner.post(url, { data, headers: { origin: baseUrl } }) : owner.get(url);
  };
  const ask = async (address: string, data?: Record<string, unknown>) => {
    const answer = await send(address, data);
    if (!answer.ok())
      throw new Error(`${address} was answered with ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const word = randomUUID().slice(0, 6);
  // It answers 405: an endpoint that fails shows more than one that works.
  const endpoint = await ask('/webhook-endpoints', {
    url: `${baseUrl}/healthz`,
    description: 'The shop’s own server',
  });
  const collect = (facts: Record<string, unknown>) =>
    ask('/collections', { currency: 'GMD', customer_name: 'Awa Ceesay', ...facts });
  const paid = await collect({
    amount: '1250.00',
    client_reference: `INVOICE-${word}`,
    provider: 'PROVIDER_A',
    customer_mobile: '+2207012345',
  });
  await ask(`/collections/${paid.transaction_id}/otp`, { otp: '000000' });
  const { receipt_url } = await ask(`/collections/${paid.transaction_id}`);
  const open = await collect({ amount: '150.25', client_reference: `TABLE-${word}`, provider: 'PROVIDER_W' });
  await ask('/sandbox/rail-floats', { provider: 'PROVIDER_W', amount: '500.00' });
  await ask('/payouts', {
    amount: '75.50',
    currency: 'GMD',
    client_reference: `SUPPLIER-${word}`,
    recipient_mobile: '+2203456789',
    provider: 'PROVIDER_W',
  });
  const links = await makeLinks({ baseUrl, owner }, ask);
  const batch = await ask('/payout-batches', { file_name: 'salaries.csv', csv: salaries(word) });
  const request = await ask('/payment-requests', {
    customer_name: 'Awa Ceesay',
    customer_mobile: '+2207012345',
    description: 'What you ordered on Monday',
    lines: [{ description: 'Bag of rice, 50 kg', quantity: 2, unit_price: '1450.00' }],
    client_reference: `RICE-${word}`,
  });
  await ask('/customers/2207012345/notes', { text: 'Pays at the end of the month.' });
  const list = await ask('/payment-request-lists', {
    name: `School fees ${word}`,
    csv: `name,number,amount,reference\nLamin Jallow,3456789,1500.00,FEES-${word}`,
  });
  const { invitation } = await ask('/team', {
    email: `viewer-${word}@example.com`,
    name: 'Binta Sanneh',
    role: 'viewer',
  });
  await handInPapers({ baseUrl, owner }, ask);
  // Refused, and not missed, when they were asked for before.
  await send('/keys', { scope: 'collections' });
  await send('/ip-allowlist', { allowlist: ['203.0.113.0/24', '198.51.100.7'] });
  return {
    clientId,
    collectionId: paid.transaction_id,
    openCollectionId: open.transaction_id,
    ...links,
    receiptToken: receipt_url.split('/').at(-1),
    endpointId: endpoint.id,
    deliveryId: await firstDelivery(() => ask('/webhook-deliveries')),
    batchId: batch.id,
    requestId: request.id,
    requestListId: list.id,
    invitation: invitation.path,
    caseId: (await (await admin.get(`${baseUrl}/api/admin/cases`)).json()).data?.[0]?.id ?? randomUUID(),
  };
}

/** Not once more where they were handed in before. */
async function handInPapers(
  { baseUrl, owner }: Pick<Gateway, 'baseUrl' | 'owner'>,
  ask: (address: string, data?: Record<string, unknown>) => Promise<{ status: string } | null>,
): Promise<void> {
  const found = await ask('/application');
  if (found && found.status !== 'DRAFT') return;
  await owner.patch(`${baseUrl}/api/dashboard/application?environment=SANDBOX`, {
    data: {
      legal_name: 'Brikama Bakery Ltd',
      registration_number: 'C-1042/2019',
      tin: '1004217',
      owners: ['Lamin Touray', 'Fatou Jallow'],
      account: {
        kind: 'bank',
        holder: 'Brikama Bakery Ltd',
        bank: 'Trust Bank',
        account_number: '0011223344',
      },
    },
    headers: { origin: baseUrl },
  });
  const content = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
  await ask('/application/files', { name: 'Certificate of registration.pdf', content });
  await ask('/application/submit', {});
}

/** One with a payment that stays open, and one that is switched off. */
async function makeLinks(
  { baseUrl, owner }: Pick<Gateway, 'baseUrl' | 'owner'>,
  ask: (address: string, data: Record<string, unknown>) => Promise<{ id: string; code: string }>,
) {
  const link = await ask('/payment-links', {
    title: 'School fees, term 2',
    description: 'For one child; books are included.',
    fields: [{ key: 'child', label: 'Name of the child', required: true }],
  });
  const form = { amount: '150.25', field0: 'Awa Ceesay', provider: 'PROVIDER_W' };
  const begun = await owner.post(`${baseUrl}/pay/${link.code}`, { form, maxRedirects: 0 });
  const [, payment] = /\/pay\/\w+\/([\w-]+)/.exec(begun.headers().location ?? '') ?? [];
  if (payment === undefined) throw new Error(`Paying at a link was answered with ${begun.status()}`);
  const closed = await ask('/payment-links', { title: 'Fair of 2025', amount: '50.00' });
  const off = await owner.patch(`${baseUrl}/api/dashboard/payment-links/${closed.id}?environment=SANDBOX`, {
    data: { status: 'INACTIVE' },
    headers: { origin: baseUrl },
  });
  if (!off.ok()) throw new Error(`Switching a link off was answered with ${off.status()}`);
  return {
    linkId: link.id,
    linkCode: link.code,
    closedLinkCode: closed.code,
    linkPaymentId: payment,
  };
}

function yesterday(): string {
  return new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

function salaries(word: string): string {
  const rows = ['Awa Ceesay', 'Modou Jobe', 'Binta Sanneh', 'Ebrima Bah'].map(
    (name, index) =>
      `SALARY-${word}-${index},${index === 2 ? 'nobody' : `70${12_340 + index}`},${25 + index}.00,${name}`,
  );
  return ['reference,mobile,amount,name', ...rows].join('\n');
}

/** One that was tried. */
async function firstDelivery(list: () => Promise<{ id: string; attempts: number }[]>): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const delivery = (await list()).find((each) => each.attempts > 0);
    if (delivery) return delivery.id;
    await sleep(100);
  }
  throw new Error('No webhook was sent within ten seconds.');
}
