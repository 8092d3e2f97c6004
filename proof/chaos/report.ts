import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { amountOf } from '#proof/soak/checker';
import { quantile } from '#proof/soak/settle';
import type { FaultRecord } from './faults.ts';
import type { TrialResult } from './trial.ts';

/** One run in figures. All times in ms unless the name says otherwise; null: nothing to measure. */
export interface Figures {
  command: 'chaos' | 'failover';
  startedAt: string;
  machine: string;
  node: string;
  fsync: boolean;
  seed: number;
  minutes: number;
  paymentsPerSecond: number;
  isSettled: boolean;
  faults: Record<string, number>;
  /** Servers and workers that ended though nobody had killed them; each was started again. */
  ownDeaths: number;
  payments: { collections: number; payouts: number };
  requests: number;
  repeatedRequests: number;
  unansweredOperations: number;
  acknowledgedOperations: number;
  acknowledgedLost: number;
  doublePayouts: number;
  ledgerAgainstRailBookGmd: string;
  changedParametersRefused: number;
  openCases: number;
  webhooks: {
    events: number;
    requests: number;
    undelivered: number;
    duplicates: number;
    duplicatesPercent: number;
    signatureFaults: number;
    /** Signed with the time of a wrong clock; a strict merchant refuses them. */
    wrongTimes: number;
    firstAttemptMs: Quantiles | null;
    untimed: number;
  };
  /** From the moment that what a fault took away was given back, to the next acknowledged write. */
  recoveryMs: Quantiles | null;
  recoveryByKind: Record<string, { faults: number; p50: number; max: number; longestGapMs: number }>;
  /** The longest time without an acknowledged write. */
  longestGapMs: number;
  /** Of `failover` alone. The interruption is from the last acknowledged write to the next. */
  failover?: { interruptionMs: number | null; promotedAfterMs: number; connectionsToOldPrimary: number };
  settledSeconds: number;
  /** Operations that a process whose clock was an hour ahead had put off, and that the run did not wait for. */
  putOffByWrongClock: number;
  audit: { lines: number; violations: number };
  checks: { name: string; looked: number; violations: number }[];
  violations: number;
}

interface Quantiles {
  p50: number;
  p99: number;
  max: number;
}

export function figuresOf(
  about: Pick<Figures, 'command' | 'startedAt' | 'seed' | 'minutes' | 'paymentsPerSecond' | 'fsync'>,
  result: TrialResult,
): Figures {
  const { load, faults, verdict, webhooks } = result;
  const checks = [...verdict.checks, ...webhooks.checks];
  const violationsOf = (...starts: string[]) =>
    checks
      .filter(({ name }) => starts.some((start) => name.startsWith(start)))
      .reduce((sum, each) => sum + each.violations.length, 0);
  const times = load.acknowledgements.map((each) => each.at).toSorted((a, b) => a - b);
  const measured = faults.flatMap((each) => {
    const recovered = recoveryOf(each, times);
    return recovered === undefined ? [] : [{ kind: each.kind, ...recovered }];
  });
  const recoveries = measured.map((each) => each.recoveryMs);
  const byKind = Map.groupBy(measured, (each) => each.kind);
  const difference = verdict.sums.reduce((sum, each) => {
    const { difference: own } = each;
    return sum + (own < 0n ? -own : own);
  }, 0n);
  return {
    ...about,
    machine: `${availableParallelism()} processors, ${cpus()[0]?.model.trim()}`,
    node: process.versions.node,
    isSettled: result.isSettled,
    faults: Object.fromEntries(
      [...Map.groupBy(faults, (each) => each.kind)]
        .map(([kind, all]) => [kind, all.length] as const)
        .toSorted(([a], [b]) => a.localeCompare(b)),
    ),
    ownDeaths: result.fleet.ownDeaths.length,
    payments: { collections: load.collections, payouts: load.payouts },
    requests: load.requests,
    repeatedRequests: load.repeated,
    unansweredOperations: load.unanswered,
    acknowledgedOperations: load.acknowledged,
    acknowledgedLost: violationsOf('what was acknowledged', 'repeats of a request'),
    doublePayouts: violationsOf('no payout is paid twice'),
    ledgerAgainstRailBookGmd: amountOf(difference),
    changedParametersRefused: load.changedRefused,
    openCases: Object.values(verdict.cases).reduce((sum, each) => sum + each, 0),
    webhooks: {
      events: webhooks.events,
      requests: webhooks.arrivals,
      undelivered: webhooks.undelivered,
      duplicates: webhooks.duplicates,
      duplicatesPercent: round((100 * webhooks.duplicates) / Math.max(1, webhooks.events), 3),
      signatureFaults: webhooks.signatureFaults,
      wrongTimes: webhooks.wrongTimes,
      firstAttemptMs: quantilesOf(webhooks.firstAttemptMs),
      untimed: webhooks.untimed,
    },
    recoveryMs: quantilesOf(recoveries),
    recoveryByKind: Object.fromEntries(
      [...byKind].map(([kind, all]) => [
        kind,
        {
          faults: all.length,
          p50: Math.round(
            quantile(
              all.map((each) => each.recoveryMs),
              0.5,
            ),
          ),
          max: Math.round(Math.max(...all.map((each) => each.recoveryMs))),
          longestGapMs: Math.round(Math.max(...all.map((each) => each.gapMs))),
        },
      ]),
    ),
    // What comes after the last payment has begun is sparse by itself.
    longestGapMs: Math.round(longestGap(times.filter((each) => each <= times[0]! + about.minutes * 60_000))),
    settledSeconds: round(result.settledSeconds, 1),
    putOffByWrongClock: result.putOff,
    audit: {
      lines: verdict.checks.find(({ name }) => name === 'npm run audit')?.looked ?? 0,
      violations: violationsOf('npm run audit'),
    },
    checks: checks.map(({ name, looked, violations }) => ({ name, looked, violations: violations.length })),
    violations: result.violations.length,
  };
}

/** Undefined where nothing was acknowledged after the fault: the load was over. `times` in ascending order. */
export function recoveryOf(
  { at, until }: Pick<FaultRecord, 'at' | 'until'>,
  times: number[],
): { recoveryMs: number; gapMs: number } | undefined {
  const next = times.find((each) => each > until);
  if (next === undefined) return undefined;
  const within = times.filter((each) => each > at && each <= until);
  return { recoveryMs: next - until, gapMs: longestGap([at, ...within, next]) };
}

function longestGap(times: number[]): number {
  let longest = 0;
  for (const [index, time] of times.slice(1).entries()) longest = Math.max(longest, time - times[index]!);
  return longest;
}

export function printFigures(figures: Figures, result: TrialResult): void {
  const line = (what: string, value: string | number) => console.log(`${what.padEnd(58)}${value}`);
  const { webhooks, recoveryMs } = figures;
  console.log(
    `\n${'faults'.padEnd(30)}${'times'.padStart(8)}${'recovery p50'.padStart(16)}${'max'.padStart(10)}${'longest gap'.padStart(14)}  (ms)`,
  );
  for (const [kind, times] of Object.entries(figures.faults)) {
    const own = figures.recoveryByKind[kind];
    console.log(
      `  ${kind.padEnd(28)}${String(times).padStart(8)}${String(own?.p50 ?? '–').padStart(16)}${String(own?.max ?? '–').padStart(10)}${String(own?.longestGapMs ?? '–').padStart(14)}`,
    );
  }
  console.log();
  line('payments: collections / payouts', `${figures.payments.collections} / ${figures.payments.payouts}`);
  line(
    'requests / repeated / operations never answered',
    `${figures.requests} / ${figures.repeatedRequests} / ${figures.unansweredOperations}`,
  );
  line('acknowledged operations', figures.acknowledgedOperations);
  line('acknowledged, but lost', figures.acknowledgedLost);
  line('double payouts', figures.doublePayouts);
  line('ledger against rail book, difference, GMD', figures.ledgerAgainstRailBookGmd);
  line('same reference with another amount, refused', figures.changedParametersRefused);
  line('recovery after a fault, ms, p50 / max', recoveryMs ? `${recoveryMs.p50} / ${recoveryMs.max}` : '–');
  line('longest time without an acknowledged write, ms', figures.longestGapMs);
  line(
    'webhooks: events / requests / undelivered',
    `${webhooks.events} / ${webhooks.requests} / ${webhooks.undelivered}`,
  );
  line('webhooks: duplicates', `${webhooks.duplicates} (${webhooks.duplicatesPercent} %)`);
  line('webhooks: signatures that do not verify', webhooks.signatureFaults);
  line('webhooks: signed with the time of a wrong clock', webhooks.wrongTimes);
  line(
    'webhooks: first attempt after the event, ms, p50 / p99 / max',
    webhooks.firstAttemptMs
      ? `${webhooks.firstAttemptMs.p50} / ${webhooks.firstAttemptMs.p99} / ${webhooks.firstAttemptMs.max}${webhooks.untimed > 0 ? ` (${webhooks.untimed} of a wrong clock not timed)` : ''}`
      : '–',
  );
  line('processes that ended by themselves', figures.ownDeaths);
  line('s until all was settled', figures.isSettled ? figures.settledSeconds : 'not all was settled');
  line('operations put off an hour by a wrong clock', figures.putOffByWrongClock);
  line('cases that stay open', figures.openCases);
  const { reconciled } = result;
  line(
    'payments in doubt, by the statement made / not / untold',
    `${reconciled.succeeded} / ${reconciled.failed} / ${reconciled.ambiguous}`,
  );
  for (const [name, times] of Object.entries(result.load.refused)) line(`refused: ${name}`, times);
  for (const [name, times] of Object.entries(result.verdict.statuses)) line(`  ${name}`, times);
  console.log(`\n${'checks'.padEnd(64)}${'looked at'.padStart(12)}${'violations'.padStart(12)}`);
  const checks = [...result.verdict.checks, ...result.webhooks.checks];
  for (const { name, looked, violations } of checks) {
    console.log(
      `  ${name.padEnd(62)}${String(looked).padStart(12)}${String(violations.length).padStart(12)}`,
    );
    for (const violation of violations.slice(0, shownViolations)) console.log(`      ${violation}`);
  }
}

const shownViolations = 8;

export function writeFigures(file: string, figures: Figures): void {
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

function quantilesOf(values: number[]): Quantiles | null {
  if (values.length === 0) return null;
  const at = (share: number) => Math.round(quantile(values, share));
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
