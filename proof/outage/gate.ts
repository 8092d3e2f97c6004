import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands before one server, and fails as it is told to. */
export interface Gate {
  port: number;
  /**
   * Each connection hears that nothing more will come (FIN), while what it sends is still taken and thrown away; of those
   * that come, one is treated so too and the next is closed at once, in turn.
   */
  halfClose(): void;
  /** What is connected says nothing more in either direction, as through a firewall that has forgotten it; what comes passes. */
  forget(): void;
  /** As a stopped server: nothing is said any more, and what comes is taken and not answered either. */
  freeze(): void;
  /** Each connection breaks at once (RST), and what comes passes. */
  reset(): void;
  /** As before for those that come from now on. */
  open(): void;
  close(): void;
}

export async function startGate(target: () => number): Promise<Gate> {
  const pairs = new Map<Socket, Socket>();
  let isOpen = true;
  let isFrozen = false;
  let turn = 0;
  const shut = (near: Socket) => {
    near.unpipe();
    near.resume();
    near.end();
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => near.destroy());
    if (isFrozen) return near.resume();
    if (!isOpen) return turn++ % 2 === 0 ? shut(near) : near.destroy();
    const far = connect({ port: target(), host: '127.0.0.1', noDelay: true });
    near.setNoDelay(true);
    pairs.set(near, far);
    far.on('error', () => near.destroy());
    far.once('close', () => isOpen && near.destroy());
    near.once('close', () => {
      pairs.delete(near);
      far.destroy();
    });
    near.pipe(far);
    far.pipe(near);
    return undefined;
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 });
  await once(server, 'listening');
  const gate: Gate = {
    port: (server.address() as { port: number }).port,
    halfClose() {
      isOpen = false;
      for (const [near, far] of pairs) {
        far.unpipe();
        shut(near);
      }
    },
    forget() {
      for (const pair of pairs) {
        for (const each of pair) {
          each.unpipe();
          each.resume();
        }
      }
    },
    freeze() {
      isFrozen = true;
      gate.forget();
    },
    reset() {
      for (const near of pairs.keys()) near.resetAndDestroy();
    },
    open() {
      isOpen = true;
      isFrozen = false;
    },
    close() {
      server.close();
      for (const [near, far] of pairs) for (const each of [near, far]) each.destroy();
    },
  };
  return gate;
}
