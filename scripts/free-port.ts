import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { OneSentenceError } from '#db/one-sentence-error';
import type { Settings } from '#lib/settings';

const portFreeWithinMs = 3_000;

/** Waits a moment for the port to be let go of. Throws `OneSentenceError`, and the signal's reason once that is aborted. */
export async function requireFreePort({ PORT, HOST }: Settings, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + portFreeWithinMs;
  let hasTold = false;
  for (;;) {
    const code = await listenOnce(PORT, HOST);
    if (code === undefined) return;
    if (code === 'EADDRINUSE' && performance.now() < deadline) {
      // The one that was stopped or killed just now may still be letting go of it.
      if (!hasTold)
        process.stdout.write(`  Port ${PORT} is taken; waiting for its program to let go of it\n`);
      hasTold = true;
      await sleep(200);
      signal.throwIfAborted();
      continue;
    }
    if (code === 'EADDRINUSE') {
      throw new OneSentenceError(
        `Port ${PORT} is taken by another program: stop that one, or choose another port with PORT=${PORT + 1} npm start.`,
      );
    }
    if (code === 'EACCES') {
      throw new OneSentenceError(
        `This user may not listen on port ${PORT}: choose one above 1023 with PORT.`,
      );
    }
    throw new OneSentenceError(
      `HOST does not name an address of this machine that can be listened on (${code}).`,
    );
  }
}

/** The code of what hinders us from listening there; undefined if nothing does. */
async function listenOnce(port: number, host: string | undefined): Promise<string | undefined> {
  const server = createServer();
  try {
    // Exclusive: the primary of a cluster would otherwise share the port out.
    server.listen({ port, exclusive: true, ...(host ? { host } : {}) });
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  } finally {
    server.close();
  }
}

/** One that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
