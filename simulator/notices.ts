import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { formatAmount } from '#lib/money';
import { newId } from './chance.ts';
import { type Misbehaviour, misbehaviourOfNotice, type NoticeKind } from './misbehaviour.ts';
import type { OwedNotice, Payment, Payout } from './state.ts';
import type { Happening, SimulatedRail, World } from './world.ts';

// What the rails tell of their own accord: signed, and repeated until it is accepted.

/** Waits after the first, the second … try that was not accepted; the last goes for all further ones. */
const backOffSeconds = [1, 3, 10, 30, 60, 120, 300];
/** https://docs.wave.com/webhook: three days. */
const givesUpAfterMs = 3 * 24 * 3_600_000;
const answerWithinMs = 10_000;
const atOnce = 64;
const toldOnceMs = 3_000;
const extraKinds: readonly string[] = ['forged', 'wrong_amount', 'wrong_currency', 'unknown_reference'];

export interface Notices {
  tell(happening: Happening | 'opened', about: Payment | Payout): void;
  toldOnce(about: string): Promise<void>;
  /** Goes on with what is owed, after a restart. */
  resume(): void;
  /** Sends now what waits, however long it would have waited; says how many. */
  release(): number;
  /** How many are on their way at this moment; what waits for another try is not. */
  countUnderWay(): number;
  /** Cuts what is being sent. */
  close(): void;
}

/** Carries one notice. The status of the answer; undefined: none came in time. */
export type Post = (
  url: string,
  body: string,
  headers: Record<string, string>,
) => Promise<number | undefined>;

export function createNotices(world: World, carry?: Post): Notices {
  const underWay = new Set<string>();
  const waiting: OwedNotice[] = [];
  const firstTries = new Map<string, Set<Promise<void>>>();
  /** Of one that is to be replayed, as it was sent first. */
  const sentAs = new Map<string, Record<string, string>>();
  const accepted = new Set<string>();

  const agents: Record<string, HttpAgent> = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: atOnce }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: atOnce }),
  };
  const post: Post = (url, body, headers) => postTo(agents, url, body, headers);

  return {
    tell,
    toldOnce,
    resume,
    release,
    countUnderWay: () => firstTries.size + underWay.size,
    close: () => Object.values(agents).map((each) => each.destroy()),
  };

  function tell(happening: Happening | 'opened', about: Payment | Payout): void {
    const rail = world.rails[about.rail];
    const subject = { ...about, amount: formatAmount(about.amountBututs) };
    if (happening === 'opened') {
      const extra = misbehaviourOfNotice(world, about.rail, subject, 'opened', true);
      if (extra) oweExtra(rail, 'paid', about, extra.kind);
      return;
    }
    const truth = rail.noticeOf?.(world, happening, about);
    if (truth === undefined) return;
    const misbehaviour = misbehaviourOfNotice(world, about.rail, subject, truth.event, false);
    const isExtra = extraKinds.includes(misbehaviour?.kind ?? '');
    if (isExtra) oweExtra(rail, happening, about, misbehaviour!.kind);
    owe(rail, about, truth, isExtra ? undefined : misbehaviour);
  }

  /** One that says what is not so, besides the true one. */
  function oweExtra(
    rail: SimulatedRail,
    happening: Happening,
    about: Payment | Payout,
    kind: NoticeKind,
  ): void {
    const isPayout = 'acceptedAt' in about;
    const shown = {
      ...about,
      ...(isPayout
        ? {}
        : { state: 'paid', transactionId: about.transactionId ?? newId('x'), endedAt: world.now() }),
      ...(kind === 'wrong_amount' ? { amountBututs: about.amountBututs + 100n, paidBututs: null } : {}),
      ...(kind === 'wrong_currency' ? { details: { ...about.details, currency: 'XOF' } } : {}),
      ...(kind === 'unknown_reference' ? { id: newId('x-'), reference: randomUUID() } : {}),
    } as Payment | Payout;
    const told = rail.noticeOf?.(world, isPayout ? happening : 'paid', shown);
    if (told) owe(rail, about, told, { kind, chance: 0 });
  }

  function owe(
    rail: SimulatedRail,
    about: Payment | Payout,
    told: { event: string; payload: unknown; url: string },
    misbehaviour: Misbehaviour<NoticeKind> | undefined,
  ): void {
    const id = rail.newNoticeId!();
    const again = misbehaviour?.kind === 'duplicate' || misbehaviour?.kind === 'replayed';
    world.record({
      rail: about.rail,
      kind: 'notice',
      operation: told.event,
      reference: about.reference ?? undefined,
      rail_reference: about.id,
      amount: formatAmount(about.amountBututs),
      mobile: about.mobile ?? undefined,
      notice_id: id,
      misbehaviour: misbehaviour?.kind,
      details: {
        url: told.url,
        payload: told.payload,
        due_at: new Date(world.now() + delayMs(misbehaviour)).toISOString(),
        ...(again ? { again_ms: againMs(misbehaviour!) } : {}),
      },
    });
    const notice = world.state.notices.get(id);
    if (notice) schedule(notice);
  }

  function delayMs(misbehaviour: Misbehaviour<NoticeKind> | undefined): number {
    if (misbehaviour?.kind === 'reordered')
      return 1000 * (misbehaviour.seconds ?? 1 + 3 * misbehaviour.chance);
    if (misbehaviour?.kind !== 'late') return 0;
    if (misbehaviour.seconds !== undefined) return 1000 * misbehaviour.seconds;
    return Math.min(1_000, world.settings.lateMs) + misbehaviour.chance * world.settings.lateMs;
  }

  function schedule(notice: OwedNotice): void {
    const waitMs = Math.max(0, notice.dueAt - world.now());
    const { tries } = notice;
    const isAtOnce = waitMs === 0 && tries === 0;
    const sent = isAtOnce ? Promise.withResolvers<void>() : undefined;
    if (sent) addFirstTry(notice.about, sent.promise);
    const start = () => {
      if (notice.tries === tries && world.state.notices.has(notice.id)) begin(notice, sent?.resolve);
      else sent?.resolve();
    };
    // What the call that caused it answers is not held up.
    if (isAtOnce) setImmediate(start);
    else world.later(Math.min(waitMs, 2 ** 31 - 1), start);
  }

  function addFirstTry(about: string, promise: Promise<void>): void {
    const tries = firstTries.get(about) ?? new Set();
    tries.add(promise);
    firstTries.set(about, tries);
    promise.then(() => {
      tries.delete(promise);
      if (tries.size === 0) firstTries.delete(about);
    });
  }

  function begin(notice: OwedNotice, tried: () => void = () => {}): void {
    if (underWay.has(notice.id) || underWay.size >= atOnce) {
      if (!underWay.has(notice.id)) waiting.push(notice);
      tried();
      return;
    }
    underWay.add(notice.id);
    send(notice)
      .catch((error: unknown) => {
        if (!world.isClosed()) process.stderr.write(`A notice failed: ${(error as Error).stack}\n`);
      })
      .then(() => {
        underWay.delete(notice.id);
        tried();
        const next = waiting.shift();
        if (next && world.state.notices.has(next.id)) begin(next);
      });
  }

  async function send(notice: OwedNotice): Promise<void> {
    const rail = world.rails[notice.rail];
    const raw = JSON.stringify(rail.envelope!(notice));
    const signed = rail.sign!(
      world,
      notice,
      notice.misbehaviour === 'forged' ? `${raw} ` : raw,
      Math.floor(world.now() / 1000),
    );
    const headers = sentAs.get(notice.id) ?? signed;
    if (notice.misbehaviour === 'replayed') sentAs.set(notice.id, headers);
    const status = await (carry ?? post)(notice.url, raw, headers);
    if (world.isClosed()) return;
    const isAccepted = status !== undefined && status >= 200 && status < 300;
    const isRepeated = isAccepted && notice.againMs !== null && !accepted.has(notice.id);
    const isDone =
      (isAccepted && !isRepeated) ||
      notice.misbehaviour === 'forged' ||
      world.now() - notice.dueAt > givesUpAfterMs;
    world.record({
      rail: notice.rail,
      kind: 'notice_sent',
      operation: notice.event,
      rail_reference: notice.about,
      notice_id: notice.id,
      code: status === undefined ? 'no answer' : String(status),
      details: { is_done: isDone },
    });
    if (isDone) {
      accepted.delete(notice.id);
      sentAs.delete(notice.id);
      return;
    }
    if (isRepeated) accepted.add(notice.id);
    const waitMs = isRepeated
      ? notice.againMs!
      : 1000 * backOffSeconds[Math.min(notice.tries, backOffSeconds.length) - 1]!;
    const { tries } = notice;
    world.later(waitMs, () => {
      if (notice.tries === tries && world.state.notices.has(notice.id)) begin(notice);
    });
  }

  async function toldOnce(about: string): Promise<void> {
    await Promise.race([
      Promise.all(firstTries.get(about) ?? []),
      new Promise<void>((resolve) => world.later(toldOnceMs, resolve)),
    ]);
  }

  function resume(): void {
    for (const notice of world.state.notices.values()) schedule(notice);
  }

  function release(): number {
    const all = [...world.state.notices.values()].filter((notice) => !underWay.has(notice.id));
    for (const notice of all) begin(notice);
    return all.length;
  }
}

/** When one that was accepted is sent again. */
function againMs({ seconds, chance }: Misbehaviour<NoticeKind>): number {
  return Math.round(seconds === undefined ? 200 + 2_800 * chance : 1000 * seconds);
}

function postTo(
  agents: Record<string, HttpAgent>,
  address: string,
  body: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const url = new URL(address);
    const call = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = call(url, {
      method: 'POST',
      agent: agents[url.protocol],
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
      timeout: answerWithinMs,
    });
    const deadline = setTimeout(() => request.destroy(), answerWithinMs);
    const end = (status: number | undefined) => {
      clearTimeout(deadline);
      resolve(status);
    };
    request.once('response', (response) => {
      response.resume();
      response.once('end', () => end(response.statusCode));
      response.once('close', () => end(undefined));
    });
    request.once('error', () => end(undefined));
    request.once('close', () => end(undefined));
    request.end(body);
  });
}
