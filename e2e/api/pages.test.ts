import { globSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { nextPath } from '#lib/auth/next-path';
import { Browser, newPerson, proxiedServer, signedIn } from './people.ts';
import type { Reply } from './support.ts';

/** safety.md §3, cases 57 and 67: the dashboards' pages, which Next serves, without a session of theirs. Needs a build. */

const server = proxiedServer();
let client: Browser;
let admin: Browser;
beforeAll(async () => {
  client = await signedIn(server.baseUrl, await newPerson('owner'));
  admin = await signedIn(server.baseUrl, await newPerson('admin'));
});

/** Every page behind a session, with something in the place of its parameters. */
const pages = globSync('app/{(client),(admin)}/**/page.tsx').map((file) => {
  const folder = path.relative('app', path.dirname(file)).split(path.sep).join('/');
  const address = `/${folder.replace(/\([^)]*\)\//g, '')}`;
  return {
    door: folder.startsWith('(admin)') ? ('admin' as const) : ('client' as const),
    target: address
      .replace('[environment]', 'sandbox')
      .replace(/\[[^\]]+\]/g, '01890000-0000-7000-8000-000000000000'),
  };
});

const requests: [string, string, Record<string, string>][] = [
  ['as a page', '', {}],
  ['as React’s data', '', { rsc: '1' }],
  ['as React’s data with ?_rsc', '?_rsc=1a2b3', { rsc: '1' }],
  ['prefetched', '', { rsc: '1', 'next-router-prefetch': '1' }],
  [
    'prefetched by segment',
    '',
    { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  ],
  ['with a router state', '', { rsc: '1', 'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D' }],
  [
    'past the middleware',
    '',
    { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  ],
  ['rewritten', '', { 'x-rewrite-url': '/', 'x-original-url': '/', 'x-matched-path': '/' }],
];

/** What only somebody who is signed in is shown. */
const personal = /people\.example|Some (owner|admin)/;

/** Next sends a request for React's data back to the same page with the `_rsc` that its headers must have. */
async function asked(browser: Browser, target: string, headers: Record<string, string>): Promise<Reply> {
  const reply = await browser.send('GET', target, undefined, headers);
  const to = reply.headers.get('location');
  const [page] = target.split('?');
  return to?.startsWith(`${page}?_rsc`) && to !== target ? asked(browser, to, headers) : reply;
}

describe('[57] without a session of its own', () => {
  test('with one, a page has what is looked for below', async () => {
    const page = await client.get('/dashboard/sandbox');
    expect(page.status).toBe(200);
    expect(page.text).toMatch(personal);
  });

  test('there are pages to look at', () => expect(pages.length).toBeGreaterThan(0));

  test.each(pages)(
    '$target leads to the log-in page, however it is asked for, and says nothing',
    async ({ door, target }) => {
      const others = new Browser(server.baseUrl);
      others.cookie = (door === 'admin' ? client : admin).cookie;
      const broken = new Browser(server.baseUrl);
      broken.cookie = 'nonsense';
      const two = new Browser(server.baseUrl);
      two.cookie = `${(door === 'admin' ? admin : client).cookie}; session_token=nonsense`;
      for (const browser of [new Browser(server.baseUrl), others, broken, two]) {
        for (const [how, query, headers] of requests) {
          const reply = await asked(browser, target + query, headers);
          const logIn = `${door === 'admin' ? '/admin' : ''}/login?next=`;
          // React's data tells the browser where to go in its body; what is prefetched may be no more than a shell.
          if (headers['next-router-prefetch'] === undefined) {
            expect(reply.headers.get('location') ?? reply.text, how).toContain(logIn);
          }
          if (headers.rsc === undefined) expect(reply.status, how).toBe(307);
          expect(reply.status, how).toBeLessThan(500);
          expect(reply.text, how).not.toMatch(personal);
        }
      }
    },
  );

  test.each(pages)(
    '$target takes no POST, with or without the name of a server function',
    async ({ target }) => {
      for (const headers of [
        {},
        { 'next-action': '0'.repeat(42) },
        { 'content-type': 'multipart/form-data; boundary=x' },
      ]) {
        const reply = await new Browser(server.baseUrl).send('POST', target, '{}', headers);
        expect(reply.status, reply.text).toBeGreaterThanOrEqual(307);
        expect(reply.status, reply.text).toBeLessThan(500);
        expect(reply.text).not.toMatch(personal);
      }
    },
  );
});

describe('[67] next=', () => {
  const evil = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/dashboard.evil.example',
    '/dashboard@evil.example',
    'https://site@evil.example/dashboard',
    '/dashboard/../../evil',
    '/dashboard/%2e%2e/login',
    '/dashboard/..//evil.example',
    '\t//evil.example',
    '/login',
    '/auth/logout',
    '',
    undefined,
    ['/dashboard', '//evil.example'],
  ];
  test.each(evil)('%j leads home', (next) => {
    expect(nextPath('client', next)).toBe('/dashboard');
    expect(nextPath('admin', next)).toBe('/admin');
  });

  test('a page of the dashboard is gone back to, with its query', () => {
    const page = '/dashboard/live/transactions?status=PENDING&cursor=a%2Fb';
    expect(nextPath('client', page)).toBe(page);
    expect(nextPath('admin', page)).toBe('/admin');
    expect(nextPath('admin', '/admin/clients')).toBe('/admin/clients');
  });

  test.each(['/login', '/admin/login'])(
    '%s has none of them in its page, and redirects nowhere else when signed in',
    async (page) => {
      const browser = page === '/login' ? client : admin;
      for (const next of ['//evil.example', 'javascript:alert(1)', 'https:evil.example', '/\\evil.example']) {
        const target = `${page}?next=${encodeURIComponent(next)}`;
        const reply = await browser.send('GET', target);
        if (reply.status !== 200) {
          const to = new URL(reply.headers.get('location') ?? '', server.baseUrl);
          expect(to.origin).toBe(server.baseUrl);
          expect(to.pathname).toBe(page === '/login' ? '/dashboard' : '/admin');
        }
        const shown = await new Browser(server.baseUrl).send('GET', target);
        expect(shown.status).toBe(200);
        expect(shown.text).not.toMatch(/(href|action|content)="[^"]*(evil\.example|javascript:)/);
      }
    },
  );
});
