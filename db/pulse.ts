import type { Socket } from 'node:net';
import { fault } from '#db/open-socket';

// A server that freezes, or a machine that vanishes, closes no connection: every request would wait for its own
// deadline, and each that follows for a connection. So silence is noticed once, for all of them.

/** So long a statement may be silent before the database is asked whether it is there. */
const SUSPECT_MS = 500;
const LOOK_EVERY_MS = 250;
/** Then it is asked again so often, also while an earlier question waits: that one may have been lost on its way. */
const ASK_AGAIN_MS = 500;

export interface Pulse {
  isStopped(): boolean;
  /** Throws `CONNECTION_SILENT` while the database does not answer. */
  requireBeat(): void;
  /** From now on this connection is listened to, and broken when the database has stopped answering. */
  watch(socket: Socket): void;
}

interface PulseOptions {
  /** Asks on a new connection, and gives up by itself. */
  isThere: () => Promise<boolean>;
  /** Longer than any statement may take: a connection that is silent for so long after it was written to breaks. */
  silentMs: number;
  /** Told when it stops and when it is back. */
  tell?: (state: 'stopped' | 'back') => void;
}

/**
 * Guarantee: within some three seconds of the moment from which the database answers nobody, every waiting statement
 * fails, and none is begun; within a second of its return, statements are served on new connections. A statement that is
 * slow while the database answers others, or a new connection, is left alone for `silentMs`: after that its machine has
 * vanished behind something that answers.
 */
export function createPulse({ isThere, silentMs, tell }: PulseOptions): Pulse {
  /** When it was written to without an answer since; 0: nothing is waited for. */
  const sockets = new Map<Socket, number>();
  let heardAt = 0;
  let isStopped = false;
  let isAsking = false;
  let looking: NodeJS.Timeout | undefined;

  const silence = () => fault('CONNECTION_SILENT', 'The database does not answer at the moment.');

  async function stop(): Promise<void> {
    isStopped = true;
    tell?.('stopped');
    for (const socket of sockets.keys()) socket.destroy(silence());
    await answersAgain(isThere);
    isStopped = false;
    tell?.('back');
  }

  async function look(): Promise<void> {
    const now = performance.now();
    let isSuspect = false;
    for (const [socket, since] of sockets) {
      if (since === 0 || now - since <= Math.min(SUSPECT_MS, silentMs)) continue;
      isSuspect = true;
      if (now - since > silentMs)
        socket.destroy(fault('ETIMEDOUT', `The database has said nothing for ${silentMs} ms.`));
    }
    if (!isSuspect || isAsking || isStopped) return;
    isAsking = true;
    const isAlive = await isThere().catch(() => false);
    isAsking = false;
    if (!isAlive && heardAt < now) await stop();
  }

  return {
    isStopped: () => isStopped,
    requireBeat() {
      if (isStopped) throw silence();
    },
    watch(socket) {
      sockets.set(socket, 0);
      const write = socket.write.bind(socket) as (...words: unknown[]) => boolean;
      socket.write = (...words: unknown[]) => {
        if (!sockets.get(socket)) sockets.set(socket, performance.now());
        return write(...words);
      };
      socket.on('data', () => {
        heardAt = performance.now();
        sockets.set(socket, 0);
      });
      socket.once('close', () => {
        sockets.delete(socket);
        if (sockets.size > 0) return;
        clearInterval(looking);
        looking = undefined;
      });
      looking ??= setInterval(() => void look(), LOOK_EVERY_MS).unref();
    },
  };
}

function answersAgain(isThere: () => Promise<boolean>): Promise<void> {
  return new Promise((resolve) => {
    const asking = setInterval(() => {
      void isThere().then(
        (isBack) => {
          if (!isBack) return;
          clearInterval(asking);
          resolve();
        },
        () => {},
      );
    }, ASK_AGAIN_MS).unref();
  });
}
