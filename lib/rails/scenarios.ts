import type { CollectionNews, PayoutView } from '#lib/rails/rail';
import { failure } from '#lib/transactions/transaction';

// What becomes of a payment in the sandbox, a line for each: the magic amounts and `X-Gw-Scenario` are two ways into
// this one table. spec.md "Sandbox magic amounts", contract-more.md §18.

/** What the simulator says from then on; `silent`: it does not answer when it is asked. */
interface Word<News> {
  /** After so many times `SANDBOX_RESOLVE_MS` since the payment began. */
  after: number;
  news: News | 'silent';
}

interface Story<News> {
  /** In order. Before the first one nothing is decided. */
  words: readonly Word<News>[];
  /** For people. */
  explanation: string;
}

interface CollectionStory extends Story<CollectionNews> {
  /** Never ends by itself. */
  staysOpen?: true;
  /** Some deliveries of this event are held back until the others of the payment were tried. */
  heldBack?: { event: string; which: 'copy' | 'all' };
}

interface PayoutStory extends Story<PayoutView['news']> {
  /** It waits as if its float were short, for so long or until the client funds the float. */
  heldForMs?: number;
}

const succeeded = { state: 'SUCCEEDED' } as const;
const expired = { state: 'EXPIRED' } as const;
const failed = (code: Parameters<typeof failure>[0]) =>
  ({ state: 'FAILED', failure: failure(code) }) as const;
const once = <News>(news: News): Word<News>[] => [{ after: 1, news }];

const HELD_FOR_MS = 60 * 60_000;
const LATE = 3;
const LONG = 4;

const collections = {
  success: { words: once(succeeded), explanation: 'The customer pays.' },
  insufficient_funds: {
    words: once(failed('INSUFFICIENT_FUNDS')),
    explanation: failure('INSUFFICIENT_FUNDS').message,
  },
  account_blocked: {
    words: once(failed('ACCOUNT_BLOCKED')),
    explanation: failure('ACCOUNT_BLOCKED').message,
  },
  declined: { words: once(failed('DECLINED')), explanation: failure('DECLINED').message },
  expired: { words: once(expired), explanation: 'The customer does not act in time.' },
  cancelled: { words: once({ state: 'CANCELLED' }), explanation: 'The customer leaves the checkout.' },
  late_success: {
    words: [...once(expired), { after: LATE, news: succeeded }],
    explanation: 'It expires, and is paid all the same a little later.',
  },
  unknown_then_success: {
    words: [
      { after: 0, news: 'silent' },
      { after: LONG, news: succeeded },
    ],
    explanation: 'The rail does not say what became of it; then that it was paid.',
  },
  unknown_then_failure: {
    words: [
      { after: 0, news: 'silent' },
      { after: LONG, news: failed('DECLINED') },
    ],
    explanation: 'The rail does not say what became of it; then that it was declined.',
  },
  // The word after the last one changes nothing but that what was held back is looked at.
  duplicate_webhook: {
    words: [...once(succeeded), { after: 2, news: succeeded }],
    heldBack: { event: 'payment.succeeded', which: 'copy' },
    explanation: 'The customer pays, and the same event arrives twice.',
  },
  webhooks_out_of_order: {
    words: [...once(expired), { after: LATE, news: succeeded }, { after: LONG, news: succeeded }],
    heldBack: { event: 'payment.expired', which: 'all' },
    explanation: 'It expires and is paid later, and the event of the payment arrives first.',
  },
} satisfies Record<string, CollectionStory>;

/** What only an amount can ask for. */
const byAmountOnly = {
  stays_pending: { words: [], staysOpen: true, explanation: 'Stays pending and never ends by itself.' },
  rate_limited: {
    words: once(failed('RATE_LIMIT_EXCEEDED')),
    explanation: failure('RATE_LIMIT_EXCEEDED').message,
  },
  server_error: {
    words: [],
    explanation: 'The charge itself ends in an error (HTTP 500), and nothing is stored.',
  },
} satisfies Record<string, CollectionStory>;

const payouts = {
  success: { words: [{ after: 0, news: succeeded }], explanation: 'The recipient has it at once.' },
  recipient_not_found: {
    words: [{ after: 0, news: failed('RECIPIENT_NOT_FOUND') }],
    explanation: failure('RECIPIENT_NOT_FOUND').message,
  },
  recipient_inactive: {
    words: [{ after: 0, news: failed('RECIPIENT_INACTIVE') }],
    explanation: failure('RECIPIENT_INACTIVE').message,
  },
  float_short: {
    words: [{ after: 0, news: succeeded }],
    heldForMs: HELD_FOR_MS,
    explanation: 'It is held, for an hour or until you fund the float of its rail; then it goes out.',
  },
  pending_then_success: {
    words: [
      { after: 0, news: { state: 'PENDING' } },
      { after: LONG, news: succeeded },
    ],
    explanation: 'It is on its way for a while; then the recipient has it.',
  },
  pending_then_failure: {
    words: [
      { after: 0, news: { state: 'PENDING' } },
      { after: LONG, news: failed('RECIPIENT_NOT_ELIGIBLE') },
    ],
    explanation: 'It is on its way for a while; then the rail refuses it, and the money is back.',
  },
  reversed: {
    words: [
      { after: 0, news: succeeded },
      { after: LATE, news: { state: 'REVERSED' } },
    ],
    explanation: 'The recipient has it; a little later the rail takes it back.',
  },
} satisfies Record<string, PayoutStory>;

export type CollectionScenario = keyof typeof collections;
export type PayoutScenario = keyof typeof payouts;
export const collectionScenarios = Object.keys(collections) as CollectionScenario[];
export const payoutScenarios = Object.keys(payouts) as PayoutScenario[];

const collectionStories: Readonly<Record<string, CollectionStory>> = { ...collections, ...byAmountOnly };
const payoutStories: Readonly<Record<string, PayoutStory>> = payouts;

const amounts: Readonly<Record<string, keyof typeof collections | keyof typeof byAmountOnly>> = {
  '100.00': 'success',
  '200.00': 'stays_pending',
  '400.00': 'insufficient_funds',
  '403.00': 'account_blocked',
  '408.00': 'expired',
  '429.00': 'rate_limited',
  '499.00': 'cancelled',
  '500.00': 'server_error',
};

/** Every magic amount of a collection. */
export const magicAmounts: readonly string[] = Object.keys(amounts);

export function isServerError(amount: string): boolean {
  return amounts[amount] === 'server_error';
}

/** What becomes of a collection; a magic amount wins over a scenario. Undefined: somebody has to decide. */
export function collectionStory(amount: string, scenario: string | null): CollectionStory | undefined {
  const name = amounts[amount] ?? scenario;
  return name === null ? undefined : collectionStories[name];
}

/** Undefined: only the float decides. */
export function payoutStory(scenario: string | null): PayoutStory | undefined {
  return scenario === null ? undefined : payoutStories[scenario];
}

/** Which deliveries of an event wait for the others of their payment. */
export function heldBack(scenario: string | null, event: string): 'copy' | 'all' | undefined {
  const held = scenario === null ? undefined : collectionStories[scenario]?.heldBack;
  return held?.event === event ? held.which : undefined;
}

/** So long a later word waits at least, where the operators let the first one come at once. */
const LEAST_MS = 250;

export interface Said<News> {
  /** Undefined: nothing is decided yet. */
  news: News | 'silent' | undefined;
  /** When the simulator will say something else; undefined: never. */
  againInMs: number | undefined;
}

/**
 * Pure: what the simulator says of a payment of this age that has ended for us as `endedAs`. However late it is asked, it
 * ends a payment one word after the other, so that nothing of its story is left out.
 */
export function wordAt<News extends { state: string }>(
  { words }: Story<News>,
  ageMs: number,
  resolveMs: number,
  endedAs: string | null,
): Said<News> {
  const msOf = ({ after }: Word<News>) => after * (after > 1 ? Math.max(resolveMs, LEAST_MS) : resolveMs);
  const stateOf = ({ news }: Word<News>) => (news === 'silent' ? 'PENDING' : news.state);
  const heard = endedAs === null ? -1 : words.findIndex((word) => stateOf(word) === endedAs);
  const end = words.findIndex((word, index) => index > heard && stateOf(word) !== 'PENDING');
  const told = words.findLastIndex((word, index) => msOf(word) <= ageMs && (end < 0 || index <= end));
  const next = words[told + 1];
  return { news: words[told]?.news, againInMs: next && Math.max(msOf(next) - ageMs, LEAST_MS) };
}

/** Pure: what an answer of the customer brings about: the first word, sooner. */
export function firstWord<News>({ words }: Story<News>, resolveMs: number): Said<News> {
  const [first, next] = words;
  const waitMs = next && first && (next.after - first.after) * Math.max(resolveMs, LEAST_MS);
  return { news: first?.news, againInMs: waitMs };
}
