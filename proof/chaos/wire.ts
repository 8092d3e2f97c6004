import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A wire between the gateways and what they depend on, that can be cut. */
export interface Wire {
  port: number;
  connections(): number;
  /** Ends all connections with a reset, and refuses each one that is made within this time. */
  cut(forMs: number): Promise<void>;
  /** Nothing passes in either direction, and nobody is told; what was sent meanwhile arrives afterwards. */
  hole(forMs: number): Promise<void>;
  /** Each piece waits so long in each direction. */
  slow(forMs: number, byMs: number): Promise<void>;
  close(): Promise<void>;
}

const pollMs = 20;

/** Listens on a port of this machine and passes each connection on to the one that `target` names at that moment. */
export async function startWire(target: () => number | undefined, port = 0): Promise<Wire> {
  const pairs = new Set<readonly [Socket, Socket]>();
  // Faults of several kinds may fall together: each counts for as long as anybody wants it.
  let cuts = 0;
  let holes = 0;
  let delayMs = 0;

  /** In order, with what holds up one piece holding up those behind it. */
  const pass = async (from: Socket, to: Socket) => {
    try {
      for await (const piece of from) {
        if (delayMs > 0) await sleep(delayMs);
        while (holes > 0 && !from.destroyed) await sleep(pollMs);
        if (to.destroyed) break;
        if (!to.write(piece as Buffer)) await once(to, 'drain');
      }
      to.end();
    } catch {
      to.destroy();
    }
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => {});
    const targetPort = target();
    if (cuts > 0 || targetPort === undefined) return void near.resetAndDestroy();
    const far = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    far.on('error', () => near.resetAndDestroy());
    near.setNoDelay(true);
    far.setNoDelay(true);
    const pair = [near, far] as const;
    pairs.add(pair);
    const forget = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    near.once('close', forget);
    far.once('close', forget);
    void pass(near, far);
    void pass(far, near);
  });
  server.listen({ port, host: '127.0.0.1', backlog: 1_024 });
  await once(server, 'listening');
  const cutAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    connections: () => pairs.size,
    async cut(forMs) {
      cuts++;
      cutAll();
      await sleep(forMs);
      cuts--;
    },
    async hole(forMs) {
      holes++;
      await sleep(forMs);
      holes--;
    },
    async slow(forMs, byMs) {
      delayMs += byMs;
      await sleep(forMs);
      delayMs -= byMs;
    },
    async close() {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
}
