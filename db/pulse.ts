import type { Socket } from 'node:net';
import { fault } from '#db/open-socket';

// A server that freezes, or a machine that vanishes, closes no connection: every request would wait for its own
// deadline, and each that follows for a connection. So silence is noticed once, for all of them.

/** So long a statement may be silent before the database is asked whether it is there. */
const SUSPECT_MS = 400;
const LOOK_EVERY_MS = 100;
/** Then it is asked again so often, also while an earlier question waits: that one may have been lost on its way. */
const ASK_AGAIN_MS = 500;

interface Wait {
  destroy: (why: Error) => unknown;
}

export interface Pulse {
  isStopped(): boolean;
  /** Throws `CONNECTION_SILENT` while the database does not answer. */
  requireBeat(): void;
  /** Fails when the database stops answering while the connection is being made: then it would be nobody's. */
  during(opening: Promise<Socket>): Promise<Socket>;
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
  /** What is broken when the database stops, and since when it waits for a word; 0: it does not. */
  const waits = new Map<Wait, number>();
  let heardAt = 0;
  let isStopped = false;
  let isAsking = false;
  let looking: NodeJS.Timeout | undefined;

  const silence = () => fault('CONNECTION_SILENT', 'The database does not answer at the moment.');

  async function stop(): Promise<void> {
    isStopped = true;
    tell?.('stopped');
    for (const wait of waits.keys()) wait.destroy(silence());
    await answersAgain(isThere);
    isStopped = false;
    tell?.('back');
  }

  async function look(): Promise<void> {
    const now = performance.now();
    let isSuspect = false;
    for (const [wait, since] of waits) {
      if (since === 0 || now - since <= Math.min(SUSPECT_MS, silentMs)) continue;
      isSuspect = true;
      if (now - since > silentMs)
        wait.destroy(fault('ETIMEDOUT', `The database has said nothing for ${silentMs} ms.`));
    }
    if (!isSuspect || isAsking || isStopped) return;
    isAsking = true;
    const isAlive = await isThere().catch(() => false);
    isAsking = false;
    if (!isAlive && heardAt < now) await stop();
  }

  function add(wait: Wait, since: number): void {
    waits.set(wait, since);
    looking ??= setInterval(() => void look(), LOOK_EVERY_MS).unref();
  }

  function remove(wait: Wait): void {
    waits.delete(wait);
    if (waits.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  return {
    isStopped: () => isStopped,
    requireBeat() {
      if (isStopped) throw silence();
    },
    async during(opening) {
      const broken = Promise.withResolvers<never>();
      const wait = { destroy: broken.reject };
      add(wait, performance.now());
      try {
        return await Promise.race([opening, broken.promise]);
      } catch (error) {
        opening.then(
          (socket) => socket.destroy(),
          () => {},
        );
        throw error;
      } finally {
        remove(wait);
      }
    },
    watch(socket) {
      add(socket, 0);
      const write = socket.write.bind(socket) as (...words: unknown[]) => boolean;
      socket.write = (...words: unknown[]) => {
        if (!waits.get(socket)) waits.set(socket, performance.now());
        return write(...words);
      };
      socket.on('data', () => {
        heardAt = performance.now();
        waits.set(socket, 0);
      });
      socket.once('close', () => remove(socket));
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
