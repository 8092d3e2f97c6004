import type { RailName } from './book.ts';
import { chanceOf, pick } from './chance.ts';
import { timesAsked } from './state.ts';
import type { Call, Lie, World } from './world.ts';

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

export type CallKind = (typeof callWeights)[number][0] | 'lookup_contradicts';
export type NoticeKind = (typeof noticeWeights)[number][0];
/** Not a misbehaviour: a payee's or a customer's refusal, or a payout that stays pending until it is told to end. */
export type OutcomeKind = 'refusal' | 'pending';

export const callKinds: readonly CallKind[] = [...callWeights.map(([kind]) => kind), 'lookup_contradicts'];
export const noticeKinds: readonly NoticeKind[] = noticeWeights.map(([kind]) => kind);
export const outcomeKinds: readonly OutcomeKind[] = ['refusal', 'pending'];

/** A script: the next `times` calls or notices that it fits. */
export interface Rule {
  rail: RailName;
  /** Undefined: any; `notice` for notices. */
  operation?: string | undefined;
  kind: CallKind | NoticeKind | OutcomeKind;
  times: number;
  /** Our reference, or the mobile number where the rail knows no other. Undefined: any. */
  reference?: string | undefined;
  /** How long it lasts or waits, where the kind has a time. */
  seconds?: number | undefined;
  /** Of a refusal. */
  code?: string | undefined;
  /** What a look-up says instead of the truth. */
  as?: Lie | undefined;
}

export interface Misbehaviour<Kind> {
  kind: Kind;
  /** From 0 to just below 1: how long it lasts, within what its kind does. */
  chance: number;
  seconds?: number | undefined;
  as?: Lie | undefined;
}

/** How this call is going to misbehave. Takes a script's turn; counts nothing itself: the book's line does. */
export function misbehaviourOfCall(
  world: World,
  rail: RailName,
  call: Call,
): Misbehaviour<CallKind> | undefined {
  const rule = takeRule(world, rail, call.operation, callKinds, call.reference ?? call.mobile, (each) =>
    each.kind === 'lookup_contradicts' ? call.lies?.[each.as ?? 'pending'] !== undefined : true,
  );
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
    };
  }
  const lie = seededLie(world, rail, call, subject);
  if (lie) return { kind: 'lookup_contradicts', chance: 0, as: lie };
  const tells = (['open', 'payout', 'close', 'reverse'] as string[]).includes(call.operation);
  return seededMisbehaviour(world.settings, 'call', words, callWeights, (kind) => {
    if (kind === 'before_answer') return tells;
    if (kind === 'float_short') return call.operation === 'payout';
    return true;
  });
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
