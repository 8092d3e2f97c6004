import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path/posix';
import { beforeAll, describe, expect, test } from 'vitest';
import { allPages, sourceFiles } from '#lib/docs/contents';
import { parseMarkdown, siteLink } from '#lib/docs/markdown';
import { findPage, markdownOf } from '#lib/docs/page';
import { showExample, showWebhook } from '#lib/docs/print';
import { searchDocs } from '#lib/docs/search';
import { errorCodes } from '#lib/openapi/errors';

beforeAll(() => {
  process.env.KAIRA_SECRET ??= 'x'.repeat(43);
  process.env.DATABASE_URL ??= 'postgres://nobody@127.0.0.1:9/nothing';
});

const written = allPages.filter(({ file }) => file !== undefined);

test('every page of docs/ that is for readers is in the contents, and every page of the contents is there', () => {
  const folders = ['docs/guides', 'docs/operations', 'docs/contributing', 'docs/rails', 'docs/proof'];
  const files = folders.flatMap((folder) => globSync(`${folder}/*.md`));
  const named = new Set(written.map(({ file }) => file));
  expect(files.filter((file) => !named.has(file)).toSorted()).toEqual([]);
  expect(written.filter(({ file }) => !existsSync(file ?? ''))).toEqual([]);
  expect(sourceFiles.filter((file) => !existsSync(file))).toEqual([]);
});

test('every page has an address that a browser sends as it is written', () => {
  expect(allPages.map(({ slug }) => slug).filter((slug) => !/^[\w/-]*$/.test(slug))).toEqual([]);
});

describe.each(allPages)('$slug', ({ slug }) => {
  const page = () => findPage(slug)!;

  test('has a title, and shows only examples that were answered', () => {
    expect(page().title).not.toBe('');
    for (const block of page().blocks) {
      if (block.kind === 'example') expect(showExample(block.name).answer).not.toBe('');
      if (block.kind === 'webhook') expect(showWebhook(block.name)).not.toBe('');
    }
  });

  test('links to what is there', () => {
    const broken: string[] = [];
    for (const block of page().blocks) {
      if (block.kind !== 'html') continue;
      for (const [, href = ''] of block.html.matchAll(/<a href="([^"]*)"/g))
        if (leadsNowhere(href)) broken.push(href);
    }
    expect(broken).toEqual([]);
  });

  function leadsNowhere(href: string): boolean {
    if (href.startsWith('https://')) return false;
    const [to = '', id] = href.split('#');
    const target = to === '' ? page() : findPage(to.replace('/docs/', ''));
    if (target === undefined) return !isServed(to);
    return id !== undefined && !target.sections.some((section) => section.id === id);
  }

  test('is plain markdown as well, without places that only the site fills', () => {
    const text = markdownOf(page().entry, 'https://kaira.example');
    expect(text).toMatch(/^# /);
    expect(text).not.toMatch(/```(example|webhook)|\{\{/);
    expect(text).not.toMatch(/\]\((?!https?:|#)[^)]*\.md/);
  });
});

/** What is no page: a route of the app, or a file that is copied. */
function isServed(at: string): boolean {
  return (
    existsSync(`app${at}/route.ts`) ||
    existsSync(`app${at}/page.tsx`) ||
    ['/login', '/admin/login'].includes(at) ||
    sourceFiles.some((file) => at === `/docs/files/${path.basename(file)}`)
  );
}

test('a link of the repository that the site has no page for leads to a file all the same', () => {
  const broken = written.flatMap(({ file = '' }) => {
    const links = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(
      ([, to = '']) => to,
    );
    return links
      .filter((to) => !/^(https?:|\/)/.test(to) && siteLink(to, file) === undefined)
      .filter((to) => !existsSync(path.join(path.dirname(file), to)))
      .map((to) => `${file}: ${to}`);
  });
  expect(broken).toEqual([]);
});

test('links to other files become pages, anchors are as GitHub has them', () => {
  expect(siteLink('errors.md#INVALID_OTP', 'docs/guides/otp.md')).toBe('/docs/errors#INVALID_OTP');
  expect(siteLink('../guides/otp.md', 'docs/operations/install.md')).toBe('/docs/otp');
  expect(siteLink('../errors.md', 'docs/guides/reference/payouts.md')).toBe('/docs/errors');
  expect(siteLink('../../lib/money.ts', 'docs/guides/otp.md')).toBeUndefined();
  const { sections } = parseMarkdown('# A\n\n## What’s `new`, here?\n\n## B\n\n## B\n', 'docs/guides/x.md');
  expect(sections.map(({ id }) => id)).toEqual(['whats-new-here', 'b', 'b-1']);
});

test('the search finds every error code and every field by its name, and nothing for nonsense', () => {
  for (const code of errorCodes) {
    expect(searchDocs(code).map(({ href }) => href)).toContain(`/docs/errors#${code}`);
  }
  expect(searchDocs('client_reference').length).toBeGreaterThan(3);
  expect(searchDocs('how do I pay out').length).toBeGreaterThan(0);
  expect(searchDocs('refund').map(({ href }) => href)).toContain('/docs/refunds');
  expect(
    searchDocs('how to refund a customer')
      .slice(0, 3)
      .map(({ href }) => href),
  ).toContainEqual(expect.stringMatching(/^\/docs\/refunds/));
  expect(searchDocs('xqzzyw')).toEqual([]);
  expect(searchDocs('((((')).toEqual([]);
});

test.each([
  [
    'a hundred one-letter words',
    Array.from({ length: 100 }, (_, at) => String.fromCharCode(97 + (at % 26))).join(' '),
  ],
  ['one-letter words joined by underscores', 'a_e_i_o_u_'.repeat(20)],
  ['two letters each', 'pa re co in de st tr ca se be ac ma '.repeat(9)],
  ['three letters each', 'pay ref con int der sta tra cas ser bea acc mat '.repeat(5)],
  ['words of many sections', 'the and for not of to is a it in no so by or '.repeat(9)],
])('no search costs the process that pays much: %s', (_what, query) => {
  searchDocs('payout');
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    searchDocs(query);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  // In milliseconds of CPU; the dearest of these cost 139 before it was bounded.
  expect(Math.min(...costs)).toBeLessThan(15);
});
