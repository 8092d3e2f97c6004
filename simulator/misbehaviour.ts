import { formatAmount } from '#lib/money';
import type { RailName, Wallet } from './book.ts';
import { chanceOf, pick } from './chance.ts';
import { type Payment, type Payout, timesAsked } from './state.ts';
import type { Answer, Call, Lie, World } from './world.ts';

// How the rails lie: by a script (`POST /control/misbehave`), or by the seed. What the seed chooses for a call is a
// pure function of the seed, the rail, the operation, what the call is about, and how often that was asked before.

/** How a call may go wrong, and how often compared with the others when the seed chooses. */
const callWeights = [
  /** Answers late, but in time. */
  ['latency', 3],
  /** The body takes seconds. */
  ['slow', 1],
  /** Acts, and answers too late or never. */
  ['timeout_then_done', 1.5],
  ['timeout_not_done', 1],
  /** Answers never, and acts seconds later: a look-up in between finds nothing. */
  ['done_later', 1],
  ['error_500_done', 1.5],
  ['error_500_not_done', 1],
  /** These three act; the body is not what it should be. */
  ['html', 1],
  ['empty', 1],
  ['huge', 0.3],
  /** The connection is cut after acting, or before. */
  ['reset_done', 1],
  ['reset_not_done', 1],
  /** 429, does nothing. */
  ['throttled', 1.5],
  /** The notice comes before the answer of the call that caused it. */
  ['before_answer', 1],
  /** The wallet looks empty for some seconds. */
  ['float_short', 0.3],
  /** The rail answers nothing for some seconds. */
  ['outage', 0.02],
] as const;

/** Chosen apart from the others, so that those stay what a seed has made them. */
const lieWeights = [
  /** These four act, and answer as somebody does who has not: the rail's own JSON, a proxy's page, a redirect. */
  ['done_then_401', 1],
  ['done_then_403_html', 1],
  ['done_then_429', 1],
  ['done_then_302', 0.5],
  /** Acts, and answers with the record of another payment. */
  ['another_payments_answer', 1],
  /** PROVIDER_A: acts, and answers with the id of an earlier payment. */
  ['same_id_twice', 1],
] as const;

/** Of the calls that misbehave. */
const lieShare = 0.2;
export const scriptedBehindSeconds = 300;
/** What moves money or stops it: the calls for which an answer after the act is a lie that matters. */
const acting = ['open', 'payout', 'charge', 'close', 'reverse', 'refund'];

const noticeWeights = [
  /** Sent again after it was accepted, signed anew. */
  ['duplicate', 3],
  /** The same bytes and the same signature again. */
  ['replayed', 1],
  /** Waits until later ones have overtaken it. */
  ['reordered', 2],
  ['late', 3],
  ['lost', 2],
  /** These are sent besides the true one. */
  ['forged', 1],
  ['wrong_amount', 1],
  ['wrong_currency', 1],
  ['unknown_reference', 1],
] as const;

export type CallKind =
  | (typeof callWeights)[number][0]
  | (typeof lieWeights)[number][0]
  /** Look-ups say first that what was paid is not. */
  | 'lookup_contradicts'
  /** Look-ups say so after it was said to be paid, for a while. */
  | 'goes_back'
  /** The repeat of what was done is refused: of a payout's key, of a refund, of a reversal. */
  | 'duplicate_refused';
/** From when a payment or a payout is made, look-ups and searches do not know it for a while. */
type LastingKind = 'search_behind';
export type NoticeKind = (typeof noticeWeights)[number][0];
/** Not a misbehaviour: a payee's or a customer's refusal, or a payout that stays pending until it is told to end. */
export type OutcomeKind = 'refusal' | 'pending';

const kindsOfOneCall: readonly CallKind[] = [
  ...[...callWeights, ...lieWeights].map(([kind]) => kind),
  'lookup_contradicts',
  'goes_back',
  'duplicate_refused',
];
export const callKinds: readonly (CallKind | LastingKind)[] = [...kindsOfOneCall, 'search_behind'];
/** Not chosen by the seed unless it is listed: a customer pays less than was asked for. */
export const listedKinds = ['pays_in_part'] as const;
export const noticeKinds: readonly NoticeKind[] = noticeWeights.map(([kind]) => kind);
export const outcomeKinds: readonly OutcomeKind[] = ['refusal', 'pending'];

/** A script: the next `times` calls or notices that it fits. */
export interface Rule {
  rail: RailName;
  /** Undefined: either. */
  wallet?: Wallet | undefined;
  /** Undefined: any; `notice` for notices. */
  operation?: string | undefined;
  kind: CallKind | LastingKind | NoticeKind | OutcomeKind;
  times: number;
  /** Our reference, or the mobile number where the rail knows no other. Undefined: any. */
  reference?: string | undefined;
  /** How long it lasts or waits, where the kind has a time. */
  seconds?: number | undefined;
  /** Of a refusal. */
  code?: string | undefined;
  status?: number | undefined;
  /** What a look-up says instead of the truth. */
  as?: Lie | undefined;
}

export interface Misbehaviour<Kind> {
  kind: Kind;
  /** From 0 to just below 1: how long it lasts, within what its kind does. */
  chance: number;
  seconds?: number | undefined;
  as?: Lie | undefined;
  code?: string | undefined;
  status?: number | undefined;
  /** By the seed: only what a gateway can find out. */
  isSeeded?: boolean;
}

/** How this call is going to misbehave. Takes a script's turn; counts nothing itself: the book's line does. */
export function misbehaviourOfCall(
  world: World,
  rail: RailName,
  call: Call,
): Misbehaviour<CallKind> | undefined {
  const name = call.reference ?? call.mobile;
  const rule = takeRule(world, rail, call.operation, kindsOfOneCall, name, (each) => {
    if (each.kind === 'lookup_contradicts') return lieOf(call, each.as) !== undefined;
    if (each.kind === 'goes_back') return wasToldPaid(world, call) && lieOf(call, each.as) !== undefined;
    return canDo(world, rail, call, each.kind, false);
  });
  const subject = world.subjectOf(call);
  const nth = timesAsked(world.state, rail, call.operation, subject) + 1;
  const words = [rail, call.operation, subject, nth];
  if (rule) {
    const kind = rule.kind as CallKind;
    return {
      kind,
      chance: chanceOf(world.settings.seed, 'time', ...words),
      seconds: rule.seconds,
      as: rule.as,
      code: rule.code,
      status: rule.status,
    };
  }
  const takenBack = (call.about ?? []).flatMap(({ id }) => world.takenBack.get(id) ?? []);
  const goesOn = takenBack.find(({ until }) => until > world.now());
  if (goesOn !== undefined && lieOf(call, goesOn.as)) return { kind: 'goes_back', chance: 0, as: goesOn.as };
  const lie = seededLie(world, rail, call, subject);
  if (lie) return { kind: 'lookup_contradicts', chance: 0, as: lie };
  if (takenBack.length === 0 && goesBackBySeed(world, rail, call, subject))
    return { kind: 'goes_back', chance: chanceOf(world.settings.seed, 'time', ...words), as: 'pending' };
  if (refusesRepeatBySeed(world, rail, call, subject)) return { kind: 'duplicate_refused', chance: 0 };
  const tells = (['open', 'payout', 'close', 'reverse'] as string[]).includes(call.operation);
  const common = () =>
    seededMisbehaviour(world.settings, 'call', words, callWeights, (kind) => {
      if (kind === 'before_answer') return tells;
      if (kind === 'float_short') return call.operation === 'payout';
      return true;
    });
  const lies = () =>
    seededMisbehaviour(world.settings, 'call', words, lieWeights, (kind) =>
      kind.startsWith('done_then_') ? acting.includes(call.operation) : canDo(world, rail, call, kind, true),
    );
  const isLie = chanceOf(world.settings.seed, 'call', 'lies', ...words) < lieShare;
  const chosen = isLie ? (lies() ?? common()) : (common() ?? lies());
  return chosen && { ...chosen, isSeeded: true };
}

/** What a look-up says instead of the truth. */
export function lieOf(call: Call, as: Lie = 'pending'): (() => Answer) | undefined {
  return call.lies?.[as] ?? call.scriptLies?.[as];
}

/**
 * Another payment whose record may stand in this call's answer. Where the answer bears no reference it has the same
 * amount if there is such a one, and for the seed its id has been told before: nothing else could give it away.
 */
export function anotherFor(
  { state, told }: World,
  rail: RailName,
  call: Call,
  isSeeded: boolean,
  own?: string,
): Payment | Payout | undefined {
  const all = call.showsPayout ? state.payouts : call.showsPayment ? state.payments : undefined;
  const fitting = [...(all?.values() ?? [])].filter(
    (each) =>
      each.rail === rail &&
      each.id !== own &&
      each.id !== call.railReference &&
      (each.reference === null ? !isSeeded || told.has(each.id) : each.reference !== call.reference),
  );
  const isAlike = (each: Payment | Payout) =>
    each.reference === null && formatAmount(each.amountBututs) === call.amount;
  return fitting.findLast(isAlike) ?? fitting.at(-1);
}

/** For how many seconds look-ups do not know what was just made; undefined: they know it. */
export function secondsBehind(world: World, about: Payment | Payout, operation: string): number | undefined {
  const { seed, chaos, kinds } = world.settings;
  const name = about.reference ?? about.mobile ?? undefined;
  const rule = takeRule(world, about.rail, operation, ['search_behind'], name);
  if (rule) return rule.seconds ?? scriptedBehindSeconds;
  if (chaos <= 0 || kinds?.includes('search_behind') === false) return undefined;
  const words = [about.rail, world.subjectOf({ ...about, amount: formatAmount(about.amountBututs) })];
  if (chanceOf(seed, 'behind', ...words) >= chaos / 4) return undefined;
  return 60 + 540 * chanceOf(seed, 'behind for', ...words);
}

/** What a customer of this seed pays instead of what was asked for, in whole dalasi; undefined: the whole. */
export function seededPart(world: World, payment: Payment): bigint | undefined {
  const { seed, chaos, kinds } = world.settings;
  const { rail, amountBututs } = payment;
  // A wallet is charged with what was asked for.
  if (chaos <= 0 || !kinds?.includes('pays_in_part') || rail === 'PROVIDER_A') return undefined;
  const words = [rail, world.subjectOf({ ...payment, amount: formatAmount(amountBututs) })];
  if (chanceOf(seed, 'pays in part', ...words) >= chaos / 5) return undefined;
  const percent = 50 + Math.floor(50 * chanceOf(seed, 'which part', ...words));
  const part = ((amountBututs * BigInt(percent)) / 10_000n) * 100n;
  return part > 0n && part < amountBututs ? part : undefined;
}

/** Whether look-ups do not know it yet. */
export function isBehind(world: World, { id }: Payment | Payout): boolean {
  return (world.behind.get(id) ?? 0) > world.now();
}

/** How a notice is going to misbehave. `isExtraOnly`: only what comes besides a true notice. */
export function misbehaviourOfNotice(
  world: World,
  rail: RailName,
  about: { reference: string | null; mobile: string | null; amount: string },
  event: string,
  isExtraOnly: boolean,
): Misbehaviour<NoticeKind> | undefined {
  const isFit = (kind: string) => !isExtraOnly || kind === 'forged' || kind === 'unknown_reference';
  const rule = isExtraOnly
    ? undefined
    : takeRule(world, rail, 'notice', noticeKinds, about.reference ?? about.mobile ?? undefined);
  const subject = world.subjectOf(about);
  const words = [rail, event, subject, timesAsked(world.state, rail, 'notice', subject) + 1];
  if (rule) {
    const kind = rule.kind as NoticeKind;
    return { kind, chance: chanceOf(world.settings.seed, 'time', ...words), seconds: rule.seconds };
  }
  const settings = isExtraOnly ? { ...world.settings, chaos: world.settings.chaos / 4 } : world.settings;
  return seededMisbehaviour(settings, 'notice', words, noticeWeights, isFit);
}

/** The refusal or delay that a script wants for this payout or charge. */
export function scriptedOutcome(
  world: World,
  rail: RailName,
  operation: string,
  reference: string | undefined,
): { kind: OutcomeKind; code: string | undefined; seconds: number | undefined } | undefined {
  const rule = takeRule(world, rail, operation, outcomeKinds, reference);
  return rule && { kind: rule.kind as OutcomeKind, code: rule.code, seconds: rule.seconds };
}

/** Pure: the same words misbehave in the same way, in each run with the same seed. */
export function seededMisbehaviour<Kind extends string>(
  { seed, chaos, kinds }: { seed: number; chaos: number; kinds: readonly string[] | undefined },
  what: 'call' | 'notice',
  words: readonly (string | number)[],
  weights: readonly (readonly [Kind, number])[],
  isFit: (kind: Kind) => boolean,
): Misbehaviour<Kind> | undefined {
  if (chaos <= 0 || chanceOf(seed, what, 'whether', ...words) >= chaos) return undefined;
  const fitting = weights.filter(([kind]) => isFit(kind) && (kinds?.includes(kind) ?? true));
  if (fitting.length === 0) return undefined;
  return {
    kind: pick(chanceOf(seed, what, 'which', ...words), fitting),
    chance: chanceOf(seed, what, 'time', ...words),
  };
}

/** Some payments are contradicted by their first one to three look-ups, and told truly afterwards. */
function seededLie(world: World, rail: RailName, call: Call, subject: string): Lie | undefined {
  const { seed, chaos, kinds } = world.settings;
  const lies = Object.keys(call.lies ?? {}) as Lie[];
  if (lies.length === 0 || chaos <= 0 || kinds?.includes('lookup_contradicts') === false) return undefined;
  if (chanceOf(seed, 'contradicts', rail, subject) >= chaos / 2) return undefined;
  const times = 1 + Math.floor(3 * chanceOf(seed, 'contradictions', rail, subject));
  const told = timesAsked(world.state, rail, 'contradicted', subject);
  if (told >= times) return undefined;
  return lies[Math.floor(lies.length * chanceOf(seed, 'lie', rail, subject, told))];
}

function wasToldPaid(world: World, call: Call): boolean {
  return call.about?.some(({ id }) => world.toldPaid.has(id)) ?? false;
}

/** Whether this call can misbehave in this way at all. */
function canDo(world: World, rail: RailName, call: Call, kind: string, isSeeded: boolean): boolean {
  if (kind === 'duplicate_refused') return call.refusesRepeat !== undefined;
  if (kind === 'same_id_twice' && call.bearsId === undefined) return false;
  if (kind === 'another_payments_answer' || kind === 'same_id_twice')
    return anotherFor(world, rail, call, isSeeded) !== undefined;
  return true;
}

/** Some of what was said to be paid is said to be pending again, once, for a while. */
function goesBackBySeed(world: World, rail: RailName, call: Call, subject: string): boolean {
  const { seed, chaos, kinds } = world.settings;
  if (chaos <= 0 || kinds?.includes('goes_back') === false) return false;
  if (!wasToldPaid(world, call) || call.lies?.pending === undefined) return false;
  return chanceOf(seed, 'goes back', rail, subject) < chaos / 4;
}

/** Some keys that were done are refused when they are repeated: once, a few times, or always. */
function refusesRepeatBySeed(world: World, rail: RailName, call: Call, subject: string): boolean {
  const { seed, chaos, kinds } = world.settings;
  if (chaos <= 0 || call.refusesRepeat === undefined) return false;
  if (kinds?.includes('duplicate_refused') === false) return false;
  if (chanceOf(seed, 'refuses repeats', rail, subject) >= chaos / 2) return false;
  const most = [1, 3, Number.POSITIVE_INFINITY][Math.floor(3 * chanceOf(seed, 'repeats', rail, subject))]!;
  return timesAsked(world.state, rail, 'repeat refused', subject) < most;
}

function takeRule(
  world: World,
  rail: RailName,
  operation: string,
  kinds: readonly string[],
  reference: string | undefined,
  isFit: (rule: Rule) => boolean = () => true,
): Rule | undefined {
  const index = world.rules.findIndex(
    (rule) =>
      rule.rail === rail &&
      (rule.wallet ?? world.wallet) === world.wallet &&
      kinds.includes(rule.kind) &&
      (rule.operation === undefined || rule.operation === operation) &&
      (rule.reference === undefined || rule.reference === reference) &&
      isFit(rule),
  );
  const rule = world.rules[index];
  if (rule === undefined) return undefined;
  rule.times--;
  if (rule.times <= 0) world.rules.splice(index, 1);
  return rule;
}
