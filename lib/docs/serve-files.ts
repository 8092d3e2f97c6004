import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allPages, contents, sourceFiles } from '#lib/docs/contents';
import { markdownOf } from '#lib/docs/page';
import { settings } from '#lib/settings';

interface Context {
  params: Promise<Record<string, string>>;
}

/** A file that a guide tells to copy, as it is. */
export async function serveSourceFile(_request: Request, { params }: Context): Promise<Response> {
  const { name } = await params;
  const file = sourceFiles.find((each) => path.basename(each) === name);
  return file ? plainText(readFileSync(file, 'utf8')) : notThere();
}

/** A page of the documentation as markdown. */
export function serveMarkdown(slug: string): Response {
  const entry = allPages.find((each) => each.slug === slug);
  return entry ? plainText(markdownOf(entry, settings().baseUrl)) : notThere();
}

/** Every page for a reader that is a program; https://llmstxt.org */
export function serveIndex(): Response {
  const { baseUrl } = settings();
  const lines = contents.flatMap(({ title, pages }) => [
    '',
    `## ${title}`,
    '',
    ...pages.map((each) => `- [${each.title}](${baseUrl}/docs/${each.slug}.md)`),
  ]);
  return plainText(
    [
      '# Kaira',
      '',
      '> An open payment gateway for mobile money in The Gambia: one REST API to collect from customers and to pay out to mobile numbers, in dalasis (GMD), with signed webhooks.',
      '',
      `The whole API is described at ${baseUrl}/openapi.json (OpenAPI 3.1). Amounts are decimal strings such as "150.00". A key that begins with sk_test_ moves no real money.`,
      ...lines,
      '',
    ].join('\n'),
  );
}

function plainText(text: string): Response {
  return new Response(text, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    },
  });
}

function notThere(): Response {
  return new Response('There is no such page.\n', { status: 404, headers: { 'content-type': 'text/plain' } });
}
