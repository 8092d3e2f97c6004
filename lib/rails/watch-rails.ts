import { sqlClient } from '#db/client';
import type { HealthFigures, HealthMemory } from '#db/schema/rails';
import type { Fragment } from '#lib/auth/audit-log';
import { newId } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';
import { askRail, notSent } from '#lib/rails/ask-rail';
import {
  type CallFigures,
  freshHealth,
  type Health,
  type HealthStatus,
  nextHealth,
  type Probe,
  windowStart,
} from '#lib/rails/health';
import type { Rail, RailCall } from '#lib/rails/rail';
import { type Direction, forgetRailSettings } from '#lib/rails/rail-settings';
import { checkWallet } from '#lib/rails/rail-wallet';
import { canDo, liveRails } from '#lib/rails/registry';

/** What is closed, or gave no answer, is probed as often; so long, too, one worker has a rail to itself. */
export const RAILS_WATCHED_EVERY_MS = 5_000;
/** A worker's turn may come a little early. */
const TURN_MS = RAILS_WATCHED_EVERY_MS - 500;
const PROBED_EVERY_MS = 60_000;
/** Shorter than a turn, so that the next worker finds this one done. */
const DEADLINE_MS = 4_000;
/** A call that has no end for so long is in trouble, whatever becomes of it. */
const OVERDUE_SECONDS = 15;
/** Answers are timed; one that took longer was not waited for in one go, but came with a later look. */
const LONGEST_LATENCY_MS = 60_000;
/** Of a busy rail the newest calls say enough. */
const MOST_CALLS = 2_000;

const operations: Record<Direction, string[]> = { collection: ['start', 'charge'], payout: ['send'] };

interface Turn {
  provider: string;
  direction: Direction;
  health: Health;
  walletOff: HealthMemory['walletOff'];
  probeWhy: string | null;
  probedAt: Date | null;
  /** When this turn was taken: only its holder may write. */
  token: string;
}

/**
 * Judges how every connected live rail does, by its own calls and by probes, and compares its wallet with our books.
 * Any number of workers gives the same result: each takes the rails that nobody had for five seconds.
 */
export async function watchRails(now?: Date): Promise<void> {
  const rails = await liveRails();
  if (rails.size === 0) return;
  const turns = await takeTurns([...rails.keys()], now);
  if (turns.length === 0) return;
  const figures = await figuresOf(turns);
  const at = takenAt(turns);
  const byRail = [...Map.groupBy(turns, (turn) => turn.provider)];
  const [asked, calm] = partition(byRail, ([, ofRail]) => ofRail.some((turn) => isProbeDue(turn, at)));
  // What has to ask its rail waits for nobody, and nobody for it.
  await Promise.all([
    write(calm.flatMap(([, ofRail]) => judge(ofRail, figures, undefined, at))),
    ...asked.map(([provider, ofRail]) =>
      probeRail(provider, rails.get(provider) as Rail, ofRail, figures).catch((error) =>
        log.warn({ provider, ...describeError(error) }, 'a rail could not be watched'),
      ),
    ),
  ]);
}

function partition<T>(all: T[], fits: (each: T) => boolean): [T[], T[]] {
  const { true: those = [], false: others = [] } = Object.groupBy(all, (each) => `${fits(each)}`);
  return [those, others];
}

function isProbeDue({ health, probedAt }: Turn, now: Date): boolean {
  return (
    health.status === 'CLOSED' ||
    health.goodProbes === 0 ||
    probedAt === null ||
    now.getTime() - probedAt.getTime() >= PROBED_EVERY_MS
  );
}

async function takeTurns(providers: string[], now: Date | undefined): Promise<Turn[]> {
  const wanted = providers.flatMap((provider) =>
    (['collection', 'payout'] as const)
      .filter((direction) => canDo(provider, direction))
      .map((direction) => ({ provider, direction })),
  );
  const turns = await takeDue(providers, now);
  // Somebody else has the rest, unless it was never watched.
  if (turns.length === wanted.length || (await addUnwatched(wanted, now)) === 0) return turns;
  return [...turns, ...(await takeDue(providers, now))];
}

/** Returns how many rails' directions had no row yet. */
async function addUnwatched(
  wanted: { provider: string; direction: Direction }[],
  now: Date | undefined,
): Promise<number> {
  const sql = sqlClient();
  const noFigures: HealthFigures = { calls: 0, troubled: 0, p50Ms: null, p95Ms: null };
  const added = await sql`
    insert into rail_health (provider, direction, status, since, figures, updated_at)
    select provider, direction, 'OPERATIONAL', ${moment(now)}, ${JSON.stringify(noFigures)}::jsonb, 'epoch'::timestamptz
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (provider text, direction text)
    on conflict do nothing`;
  return added.count;
}

function moment(now: Date | undefined) {
  return sqlClient()`coalesce(${now?.toISOString() ?? null}::timestamptz, now())`;
}

async function takeDue(providers: string[], now: Date | undefined): Promise<Turn[]> {
  const sql = sqlClient();
  const at = moment(now);
  const rows = await sql`
    update rail_health h set updated_at = ${at}
    from (
      select provider, direction from rail_health
      where provider = any(${providers}) and updated_at <= ${at} - make_interval(secs => ${TURN_MS / 1000})
      order by provider, direction for update skip locked
    ) due
    where h.provider = due.provider and h.direction = due.direction
    returning h.provider, h.direction, h.status, h.since, h.good_probes, h.probed_at, h.figures, h.updated_at`;
  return rows.map((row) => {
    const memory: Partial<HealthMemory> = row.figures;
    return {
      provider: row.provider,
      direction: row.direction,
      health: {
        ...freshHealth(new Date(row.since)),
        status: row.status as HealthStatus,
        goodProbes: row.good_probes,
        ...(memory.patienceMs !== undefined && { patienceMs: memory.patienceMs }),
        calmSince: dateOrNull(memory.calmSince),
        reopenedAt: dateOrNull(memory.reopenedAt),
      },
      walletOff: memory.walletOff ?? null,
      probeWhy: memory.probeWhy ?? null,
      probedAt: dateOrNull(row.probed_at),
      token: row.updated_at,
    };
  });
}

async function probeRail(
  provider: string,
  rail: Rail,
  turns: Turn[],
  figures: Map<Turn, CallFigures>,
): Promise<void> {
  const now = takenAt(turns);
  const call: RailCall = { key: newId(now), deadlineMs: DEADLINE_MS, now };
  const { probe, why } = await ask(provider, rail, call);
  // What is closed is asked for a sign of life only. The first row of a rail bears what concerns its wallet.
  const readsWallet =
    probe === 'good' && turns.some((turn) => turn.health.status !== 'CLOSED' && isProbeDue(turn, now));
  const first = turns[0];
  const judged = judge(turns, figures, probe, now).map((each) => ({ ...each, probeWhy: why }));
  if (first && judged[0] && readsWallet) {
    judged[0].walletOff = await checkWallet(provider, rail, call, first.walletOff);
  }
  await write(judged);
}

function judge(
  turns: Turn[],
  figures: Map<Turn, CallFigures>,
  probe: Probe | undefined,
  now: Date,
): Judged[] {
  return turns.map((turn) => {
    const ofTurn = figures.get(turn) as CallFigures;
    return {
      turn,
      figures: ofTurn,
      health: nextHealth(turn.health, ofTurn, probe, now),
      probedAt: probe === undefined ? turn.probedAt : now,
      walletOff: turn.walletOff,
      probeWhy: turn.probeWhy,
    };
  });
}

/** All turns that are taken together are taken at the same time. */
function takenAt([first]: Turn[]): Date {
  return new Date(first?.token ?? 0);
}

/** Whatever the rail says but that it is up is no good: with credentials that it refuses, it cannot be used. */
async function ask(
  provider: string,
  rail: Rail,
  call: RailCall,
): Promise<{ probe: Probe; why: string | null }> {
  if (rail.probe === undefined) return { probe: 'good', why: null };
  const outcome = await askRail({ environment: 'LIVE', provider }, 'probe', async () =>
    rail.probe ? rail.probe(call) : { kind: 'not_sent', why: 'this rail cannot be probed' },
  );
  return outcome.kind === 'done' ? { probe: 'good', why: null } : { probe: 'bad', why: outcome.why ?? null };
}

async function figuresOf(turns: Turn[]): Promise<Map<Turn, CallFigures>> {
  const now = takenAt(turns);
  const asked = turns.map(({ provider, direction, health }) => ({
    provider,
    operations: operations[direction],
    since: windowStart(health, now).toISOString(),
  }));
  const rows = await sqlClient()`
    select f.* from rows from (
      jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as (provider text, operations text[], since timestamptz)
    ) with ordinality as w (provider, operations, since, place)
    cross join lateral (
      with recent as (
        select started_at, ended_at, extract(epoch from ended_at - started_at) * 1000 as ms,
               ended_at is null or outcome in ('unknown', 'not_sent') as is_troubled
        from rail_calls
        where environment = 'LIVE' and provider = w.provider and operation = any(w.operations)
          and started_at >= w.since and started_at <= ${now.toISOString()}
          and (note is null or outcome is distinct from 'not_sent' or note <> all (${Object.values(notSent)}))
          and (ended_at is not null or started_at < ${now.toISOString()}::timestamptz - make_interval(secs => ${OVERDUE_SECONDS}))
        order by started_at desc limit ${MOST_CALLS}
      )
      select count(*)::int as calls, count(*) filter (where is_troubled)::int as troubled,
             count(*) filter (where started_at > coalesce(
               (select max(started_at) from recent where not is_troubled), '-infinity'))::int as in_a_row,
             max(ended_at) filter (where not is_troubled) as last_good_at,
             round(percentile_disc(0.5) within group (order by ms) filter (where is_timed))::int as p50,
             round(percentile_disc(0.95) within group (order by ms) filter (where is_timed))::int as p95
      from (select *, not is_troubled and ms < ${LONGEST_LATENCY_MS} as is_timed from recent) r
    ) f
    order by w.place`;
  return new Map(
    turns.map((turn, index) => {
      const row = rows[index];
      const ofTurn = {
        calls: row?.calls,
        troubled: row?.troubled,
        troubledInARow: row?.in_a_row,
        p50Ms: row?.p50,
        p95Ms: row?.p95,
        lastGoodAt: dateOrNull(row?.last_good_at),
      };
      return [turn, ofTurn];
    }),
  );
}

interface Judged {
  turn: Turn;
  figures: CallFigures;
  health: Health;
  probedAt: Date | null;
  walletOff: HealthMemory['walletOff'];
  probeWhy: string | null;
}

/** Only while the turns are still ours. What an operator said of them is left alone. */
async function write(judged: Judged[]): Promise<void> {
  if (judged.length === 0) return;
  const rows = judged.map(
    ({ turn, figures: { calls, troubled, p50Ms, p95Ms }, health, probedAt, walletOff, probeWhy }) => {
      const figures: HealthFigures & HealthMemory = {
        calls,
        troubled,
        p50Ms,
        p95Ms,
        calmSince: health.calmSince?.toISOString() ?? null,
        reopenedAt: health.reopenedAt?.toISOString() ?? null,
        patienceMs: health.patienceMs,
        walletOff: walletOff ?? null,
        probeWhy,
      };
      return {
        provider: turn.provider,
        direction: turn.direction,
        token: turn.token,
        status: health.status,
        since: health.since.toISOString(),
        good_probes: health.goodProbes,
        probed_at: probedAt?.toISOString() ?? null,
        figures,
      };
    },
  );
  const written = await sqlClient()`
    with written as (update rail_health h
    set status = j.status, since = j.since, good_probes = j.good_probes, probed_at = j.probed_at, figures = j.figures
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as j (provider text, direction text, token timestamptz,
      status text, since timestamptz, good_probes int, probed_at timestamptz, figures jsonb)
    where h.provider = j.provider and h.direction = j.direction and h.updated_at = j.token
    returning h.provider, h.direction)
    ${tellOfClosed(judged)} select provider, direction from written`;
  for (const { turn, health, figures } of judged) {
    const { provider, direction } = turn;
    const isOurs = written.some((row) => row.provider === provider && row.direction === direction);
    if (!isOurs || health.status === turn.health.status) continue;
    forgetRailSettings();
    const { calls, troubled, p95Ms } = figures;
    const change = {
      provider,
      direction,
      from: turn.health.status,
      to: health.status,
      calls,
      troubled,
      p95Ms,
    };
    if (health.status === 'CLOSED') log.error(change, 'a rail is closed');
    else log.warn(change, 'a rail’s health changed');
  }
}

/** Operators, of each rail that closes with this statement, beside its rows `written`. */
function tellOfClosed(judged: Judged[]): Fragment {
  const sql = sqlClient();
  const closing = judged.filter(({ turn, health }) => isClosing(turn.health, health));
  return closing.reduce<Fragment>((all, { turn: { provider, direction }, health }) => {
    const event = `rail_closed:${provider}:${direction}:${health.since.toISOString()}`;
    const message = { kind: 'rail_closed' as const, event, facts: { provider, direction } };
    const isOurs = sql`exists (select from written where provider = ${provider} and direction = ${direction})`;
    const name = sql(`told_${provider}_${direction}`);
    return sql`${all}, ${name} as (${queueMessage(health.since, message, peopleOf(message.kind, null, isOurs))})`;
  }, sql``);
}

function isClosing(before: Health, after: Health): boolean {
  return after.status === 'CLOSED' && before.status !== 'CLOSED';
}

function dateOrNull(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null;
}
