import { type Chance, createChance } from './chance.ts';

/** What can go wrong, beside what the rails do by themselves. */
export const faultKinds = [
  /** A statement whose connection breaks before the database has it, or after it was done: the answer is lost. */
  'statement_lost',
  'answer_lost',
  /** A statement that the database refuses: serialisation, deadlock, lock or statement timeout, too many connections. */
  'statement_refused',
  /** A statement or its answer that takes seconds up to a minute. */
  'statement_slow',
  /** All statements fail for a while. */
  'database_down',
  /** A process is killed (SIGKILL) at any of its events; another one takes its place. */
  'crash',
  /** A process stands still for 20 to 200 s, and goes on as if nothing had been (SIGSTOP). */
  'pause',
  /** A process's clock jumps by up to an hour, either way. */
  'clock_jump',
  /** The gateway has done what was asked, and the merchant never hears the answer. */
  'response_lost',
  /** No connection to a rail is made. */
  'rail_unreached',
  /** What the rails do: see simulator/misbehaviour.ts. */
  'rail_chaos',
  /** Merchants' endpoints: errors, silence, 410, Retry-After. */
  'receiver',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Each at its most: the share of the moments at which it could happen. */
const most: Record<FaultKind, number> = {
  statement_lost: 0.01,
  answer_lost: 0.01,
  statement_refused: 0.01,
  statement_slow: 0.004,
  database_down: 1,
  crash: 0.001,
  pause: 0.001,
  clock_jump: 1,
  response_lost: 0.05,
  rail_unreached: 0.05,
  rail_chaos: 0.35,
  receiver: 0.5,
};

export interface Faults {
  /** Counts it and says yes, as often as this seed has it. */
  strikes(kind: FaultKind): boolean;
  share(kind: FaultKind): number;
  /** Left out of the run by whoever asked for it, not by the seed. */
  isLeftOut(kind: FaultKind): boolean;
  chance: Chance;
  /** From here on nothing goes wrong any more. */
  stop(): void;
  isOver(): boolean;
  counts: Partial<Record<FaultKind, number>>;
  note(kind: FaultKind): void;
}

/**
 * Which faults a seed has, and how often: each is on in two seeds of three, at a rate of its own, because a fault that
 * always happens hides what would follow without it (swarm testing, Groce et al., ISSTA 2012).
 */
export function createFaults(seed: number, without: ReadonlySet<string>): Faults {
  const plan = createChance(seed, 'which faults');
  const chance = createChance(seed, 'faults');
  const shares = Object.fromEntries(
    faultKinds.map((kind) => {
      const isOn = plan.is(2 / 3);
      const share = most[kind] * 10 ** -plan.between(0, 1.5);
      return [kind, isOn && !without.has(kind) ? share : 0];
    }),
  ) as Record<FaultKind, number>;
  const counts: Faults['counts'] = {};
  let isOver = false;
  const note = (kind: FaultKind) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  return {
    share: (kind) => (isOver ? 0 : shares[kind]),
    isLeftOut: (kind) => without.has(kind),
    strikes(kind) {
      // Drawn in any case, so that leaving one kind out changes as little as can be.
      const isHit = chance.number() < shares[kind] && !isOver;
      if (isHit) note(kind);
      return isHit;
    },
    chance,
    stop: () => {
      isOver = true;
    },
    isOver: () => isOver,
    counts,
    note,
  };
}
