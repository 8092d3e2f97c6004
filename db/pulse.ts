import type { Socket } from 'node:net';
import { fault } from '#db/open-socket';
import { sessionNumberIn } from '#db/session-number';

// A server that freezes, or a machine that vanishes, closes no connection: every request would wait for its own
// deadline, and each that follows for a connection. So silence is noticed once, for all of them.

/** So long a statement may be silent before the database is asked whether it is there. */
const SUSPECT_MS = 400;
const LOOK_EVERY_MS = 100;
/** Then it is asked again so often, also while an earlier question waits: that one may have been lost on its way. */
const ASK_AGAIN_MS = 500;

/**
 * A statement that the database knows nothing of for so long is lost, as is one whose answer was. Longer than TCP takes to
 * send a lost packet three times more.
 */
const LOST_MS = 2_000;
/** A commit that waits for its standby so long is not coming through: the standby is gone, and the next ones will wait as well. */
const STANDBY_GONE_MS = 1_500;
/** What looks while long work is under way takes from the database: a connection every so often. */
const PATIENT_LOOK_EVERY_MS = 2_000;
/** So many of its looks in a row are to be without an answer: one may be the load's, and would end an hour's work. */
const PATIENT_LOOKS = 3;
/** A look gives up sooner, so that it was this process that stood still. */
const STOOD_STILL_MS = 3_000;
/** So old a connection is when the database is asked for it the first time, whether or not it is silent. */
const KNOWN_AFTER_MS = 1_000;

/** Of our role's sessions, by the number of the server's process: whether it is at work. */
export type Sessions = ReadonlyMap<number, boolean>;

/** The database is there. */
export interface Presence {
  /** It writes to this one, which grows with each promotion. Left out where it takes no writes. */
  timeline?: string;
  /** Left out where it did not say. */
  sessions?: Sessions;
  /** The commit of ours that has waited longest for a standby, by a name of its own; left out where none waits. */
  waitingCommit?: string;
}

interface Wait {
  destroy: (why: Error) => unknown;
  /** Since when it waits for a word; 0: it does not. */
  since: number;
  openedAt: number;
  heardAt: number;
  /** That of its server when the connection was made, as far as known. */
  timeline?: string | undefined;
  session?: number | null;
  hasBeenAsked: boolean;
  /** The database has told of `session`. A pooler's own number it never tells of. */
  isKnown: boolean;
  /** The silence for which the database had nothing to do when it was asked last. */
  unworkedSince: number;
}

export interface Pulse {
  isStopped(): boolean;
  /** Throws `CONNECTION_SILENT` while the database does not answer. */
  requireBeat(): void;
  /** Fails when the database stops answering while the connection is being made: then it would be nobody's. */
  during(opening: Promise<Socket>): Promise<Socket>;
  /**
   * From now on this connection is listened to, and broken when the database has stopped answering. With the `timeline`
   * of its server, where that is known.
   */
  watch(socket: Socket, timeline?: string): void;
}

interface PulseOptions {
  /** Asks on a new connection, and gives up by itself; undefined: it does not answer. */
  lookFor: () => Promise<Presence | undefined>;
  /** Longer than any statement may take: a connection that is silent for so long after it was written to breaks. */
  silentMs: number;
  /** Told when it stops and when it is back. */
  tell?: (state: 'stopped' | 'back') => void;
  /**
   * For long work: within ten seconds of the moment from which the database answers nobody, what waits fails, and nothing
   * is refused afterwards. One that answers ends nothing, however long a statement lasts and a commit waits.
   */
  isPatient?: boolean;
}

/**
 * Guarantee: within some three seconds of the moment from which the database answers nobody, every waiting statement
 * fails, and none is begun; within a second of its return, statements are served on new connections. While it answers
 * new connections, one that is silent fails within three seconds too where the database itself says, twice, that the
 * process behind it has nothing to do, or is gone: its question or its answer was lost on the way. So it does where, of
 * several servers, another one was promoted since. A database of which a commit waits on and on for a standby counts as
 * one that answers nobody, until that is through. A statement that it is at work on is left alone for `silentMs`, as is
 * one behind a pooler, whose processes cannot be told apart.
 */
export function createPulse({ lookFor, silentMs, tell, isPatient = false }: PulseOptions): Pulse {
  /** What is broken when the database stops. */
  const waits = new Set<Wait>();
  let heardAt = 0;
  let isStopped = false;
  let isAsking = false;
  let looking: NodeJS.Timeout | undefined;
  let askAgainAt = 0;
  /** Looks in a row. */
  let unanswered = 0;
  /** A commit may wait for a moment: only the same one, in look after look, says that its standby is gone. */
  let commit: { name?: string | undefined; since: number } = { since: 0 };

  const silence = () => fault('CONNECTION_SILENT', 'The database does not answer at the moment.');
  const isThere = () =>
    lookFor().then(
      (presence) =>
        presence !== undefined && (commit.name === undefined || presence.waitingCommit !== commit.name),
    );

  async function stop(): Promise<void> {
    unanswered = 0;
    isStopped = !isPatient;
    tell?.('stopped');
    for (const wait of waits) wait.destroy(silence());
    if (isPatient) return;
    await answersAgain(isThere);
    isStopped = false;
    tell?.('back');
  }

  async function look(): Promise<void> {
    const now = performance.now();
    let isSuspect = false;
    for (const wait of waits) {
      const silentFor = wait.since === 0 ? 0 : now - wait.since;
      // Of several statements on one connection, what answers the first says nothing of the others.
      isSuspect ||= (isPatient ? now - wait.heardAt : silentFor) > Math.min(SUSPECT_MS, silentMs);
      // So that its process is known should it fall silent.
      isSuspect ||= Boolean(wait.session) && !wait.hasBeenAsked && now - wait.openedAt > KNOWN_AFTER_MS;
      if (silentFor > silentMs)
        wait.destroy(fault('ETIMEDOUT', `The database has said nothing for ${silentMs} ms.`));
    }
    if (!isSuspect || isAsking || isStopped || now < askAgainAt) return;
    isAsking = true;
    const presence = await lookFor().catch(() => undefined);
    isAsking = false;
    const lookedAt = performance.now();
    if (isPatient) askAgainAt = lookedAt + (presence ? PATIENT_LOOK_EVERY_MS : ASK_AGAIN_MS);
    if (presence || heardAt >= now) unanswered = 0;
    else if (!isPatient || lookedAt - now < STOOD_STILL_MS) unanswered++;
    if (presence?.waitingCommit !== commit.name) commit = { name: presence?.waitingCommit, since: now };
    const isStandbyGone = !isPatient && commit.name !== undefined && now - commit.since > STANDBY_GONE_MS;
    if (presence === undefined) {
      if (unanswered >= (isPatient ? PATIENT_LOOKS : 1)) await stop();
    } else if (isStandbyGone) {
      await stop();
    } else if (presence.sessions) {
      for (const wait of waits) {
        if (isLost(wait, presence, now))
          wait.destroy(
            fault('CONNECTION_LOST', 'The database was asked, and knows nothing of the question.'),
          );
      }
    }
  }

  function add(destroy: Wait['destroy'], since: number): Wait {
    const now = performance.now();
    const known = { hasBeenAsked: false, isKnown: false, unworkedSince: 0 };
    const wait: Wait = { destroy, since, openedAt: now, heardAt: now, ...known };
    waits.add(wait);
    looking ??= setInterval(() => void look(), LOOK_EVERY_MS).unref();
    return wait;
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
      const wait = add(broken.reject, performance.now());
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
    watch(socket, timeline) {
      const wait = add((why) => socket.destroy(why), 0);
      wait.timeline = timeline;
      const write = socket.write.bind(socket) as (...words: unknown[]) => boolean;
      socket.write = (...words: unknown[]) => {
        wait.since ||= performance.now();
        return write(...words);
      };
      let greeting = Buffer.alloc(0);
      socket.on('data', (bytes: Buffer) => {
        heardAt = performance.now();
        wait.heardAt = heardAt;
        wait.since = 0;
        if (wait.session !== undefined) return;
        greeting = Buffer.concat([greeting, bytes]);
        const session = sessionNumberIn(greeting);
        if (session !== undefined) wait.session = session;
      });
      socket.once('close', () => remove(wait));
    },
  };
}

/** What `sessions` say of a connection, which were asked for at `askedAt`; it remembers what they said. */
function isLost(wait: Wait, { timeline = '', sessions }: Presence, askedAt: number): boolean {
  if (!wait.session) return false;
  // Another server was promoted since, and has processes of its own.
  const isLeft = wait.timeline !== undefined && timeline > wait.timeline;
  const isAtWork = isLeft ? undefined : sessions?.get(wait.session);
  wait.hasBeenAsked = true;
  wait.isKnown ||= isLeft || isAtWork !== undefined;
  const isSilent = wait.since !== 0 && wait.since < askedAt;
  const isUnworked = isSilent && wait.isKnown && isAtWork !== true;
  // Once may be the moment between its end there and its answer here.
  const isLost = isUnworked && wait.unworkedSince === wait.since && askedAt - wait.since > LOST_MS;
  wait.unworkedSince = isUnworked ? wait.since : 0;
  return isLost;
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
