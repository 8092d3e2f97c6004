import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** What Next has built for browsers. Each name has a hash of what is in it, so that it never changes. */
export const FILES = '/_next/static/';

let answer: ReturnType<typeof getRequestListener> | undefined;

/**
 * Answers with one of them, as Brotli or gzip made it when it was built (scripts/compress-build.ts): a sixth less for a
 * phone to load than what is compressed on the way, which also takes the time of the one thread that books payments.
 */
export function answerFile(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  answer ??= getRequestListener(filesOf(path.resolve('.next')).fetch);
  return answer(incoming, outgoing);
}

function filesOf(root: string): Hono {
  return new Hono()
    .use(async (c, next) => {
      await next();
      c.header('x-content-type-options', 'nosniff');
      if (c.res.ok) c.header('cache-control', 'public, max-age=31536000, immutable');
    })
    .use(
      serveStatic({ root, rewriteRequestPath: (name) => name.slice('/_next'.length), precompressed: true }),
    );
}
