import { readFile } from 'node:fs/promises';

/** The guide as it is written, until the guides have pages. */
export async function GET(): Promise<Response> {
  return new Response(await readFile('docs/webhooks.md'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  });
}
