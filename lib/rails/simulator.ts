import { formatAmount } from '#lib/money';
import type {
  CollectionNews,
  CollectionView,
  NextStep,
  Outcome,
  PayoutView,
  Rail,
  RailCollection,
  RailPayout,
  RailRecipient,
  RailRefund,
  RailTraits,
  RecipientCheck,
  SandboxOptions,
} from '#lib/rails/rail';
import {
  collectionStory,
  firstWord,
  isServerError,
  payoutStory,
  type Said,
  wordAt,
} from '#lib/rails/scenarios';
import { failure } from '#lib/transactions/transaction';

/** The one-time password that pays in the sandbox; any other is wrong. */
export const SANDBOX_OTP = '000000';
const CHECKOUT_MINUTES = 30;

/**
 * A rail of the sandbox: no network, no memory, no money. What it says follows from the amount, the scenario and the time
 * alone, so that it survives any crash and says the same in every process.
 */
export function simulatedRail(
  traits: RailTraits,
  paysOut: boolean,
  step: (transactionId: string) => NextStep,
  { resolveMs }: Pick<SandboxOptions, 'resolveMs'>,
  reverses?: 'rest' | 'any',
): Rail {
  const ageOf = ({ createdAt }: { createdAt: Date }, now: Date) => now.getTime() - createdAt.getTime();
  const newsAt = (collection: RailCollection, now: Date): CollectionNews | 'silent' => {
    const story = storyOf(collection);
    return story === undefined
      ? pending
      : newsOf(wordAt(story, ageOf(collection, now), resolveMs, collection.endedAs));
  };

  return {
    traits,
    async startCollection(collection, _links, { now }) {
      const amount = formatAmount(collection.amountBututs);
      if (isServerError(amount)) return { kind: 'unknown', why: 'a simulated server error' };
      const story = storyOf(collection);
      const decides = story?.words.find(({ news }) => news !== 'silent');
      const opening = {
        railReference: simulatedReference(collection.id),
        step: step(collection.id),
        expiresAt: story?.staysOpen ? null : new Date(now.getTime() + CHECKOUT_MINUTES * 60_000),
        decidedAt: decides === undefined ? null : new Date(now.getTime() + decides.after * resolveMs),
      };
      return { kind: 'done', value: opening };
    },
    async fetchCollection(collection, { now }) {
      const news = newsAt(collection, now);
      return news === 'silent' ? silence : { kind: 'done', value: viewOf(collection, news) };
    },
    async closeCollection(collection, { now }) {
      const news = newsAt(collection, now);
      if (news === 'silent') return silence;
      return { kind: 'done', value: news.state === 'SUCCEEDED' ? 'already_paid' : 'closed' };
    },
    ...(traits.style === 'otp' && {
      async confirmOtp(_collection: RailCollection, otp: string) {
        return { kind: 'done', value: otp === SANDBOX_OTP ? { railState: null } : 'wrong_otp' } as const;
      },
      async charge(collection: RailCollection) {
        return {
          kind: 'done',
          value: viewOf(collection, answerCheckout(collection, 'pay', resolveMs)),
        } as const;
      },
      async resendOtp() {
        return { kind: 'done', value: { railState: null } } as const;
      },
    }),
    ...(reverses && {
      reverses,
      async refundCollection({ createdAt }: RailRefund, { now }: { now: Date }) {
        const decidedAt = new Date(createdAt.getTime() + resolveMs);
        return {
          kind: 'done',
          value: now >= decidedAt ? { state: 'done' } : { state: 'pending', decidedAt },
        } as const;
      },
    }),
    ...(paysOut && {
      // A key is done once: whoever sends it again is told how it stands.
      async sendPayout(payout: RailPayout, { now }: { now: Date }) {
        const view = payoutViewAt(payout, ageOf(payout, now), resolveMs);
        const { news } = view;
        return news.state === 'FAILED'
          ? ({ kind: 'refused', failure: news.failure } as const)
          : ({ kind: 'done', value: view } as const);
      },
      async fetchPayout(payout: RailPayout, { now }: { now: Date }) {
        return { kind: 'done', value: payoutViewAt(payout, ageOf(payout, now), resolveMs) } as const;
      },
      async reversePayout() {
        return { kind: 'done', value: 'reversed' } as const;
      },
    }),
  };
}

/** A name check of the sandbox: a number that ends in `00` has another name, in `01` one like it; contract-more.md §14. */
export async function simulatedNameCheck({ mobile }: RailRecipient): Promise<Outcome<RecipientCheck>> {
  const value = mobile.endsWith('00') ? 'NO_MATCH' : mobile.endsWith('01') ? 'PARTIAL' : 'MATCH';
  return { kind: 'done', value };
}

/** What the simulator's checkout or card page does with the customer's choice. */
export function answerCheckout(
  collection: Pick<RailCollection, 'amountBututs' | 'scenario'>,
  choice: 'pay' | 'decline' | 'cancel',
  resolveMs: number,
): CollectionNews {
  const story = storyOf(collection);
  // A magic amount and a scenario have their outcome; an answer only makes it sooner.
  if (story !== undefined) {
    const news = newsOf(firstWord(story, resolveMs));
    return news === 'silent' ? pending : news;
  }
  if (choice === 'pay') return { state: 'SUCCEEDED' };
  return choice === 'cancel' ? { state: 'CANCELLED' } : { state: 'FAILED', failure: failure('DECLINED') };
}

/** What the simulator has in its books: what it was asked for. */
function viewOf(collection: RailCollection, news: CollectionNews): CollectionView {
  return {
    news,
    railReference: collection.railReference ?? simulatedReference(collection.id),
    reference: collection.id,
    amountBututs: collection.amountBututs,
    currency: 'GMD',
  };
}

function simulatedReference(transactionId: string): string {
  return `sim_${transactionId}`;
}

const pending: CollectionNews = { state: 'PENDING' };
const silence = { kind: 'unknown', why: 'a simulated silence' } as const;

function storyOf({ amountBututs, scenario }: Pick<RailCollection, 'amountBututs' | 'scenario'>) {
  return collectionStory(formatAmount(amountBututs), scenario);
}

/** With when it says something else. */
function newsOf({ news = pending, againInMs }: Said<CollectionNews>): CollectionNews | 'silent' {
  return news === 'silent' ? news : { ...news, againInMs };
}

function payoutViewAt(payout: RailPayout, ageMs: number, resolveMs: number): PayoutView {
  const story = payoutStory(payout.scenario);
  const { news, againInMs } = story
    ? wordAt(story, ageMs, resolveMs, payout.endedAs)
    : { news: undefined, againInMs: undefined };
  return {
    railReference: payout.railReference ?? simulatedReference(payout.id),
    reference: payout.id,
    amountBututs: payout.amountBututs,
    currency: 'GMD',
    news: news === undefined || news === 'silent' ? { state: 'SUCCEEDED' } : { ...news, againInMs },
  };
}

/** The address of the simulator's page for a transaction. */
export function checkoutUrl(baseUrl: string, transactionId: string): string {
  return `${baseUrl}/checkout/${transactionId}`;
}
