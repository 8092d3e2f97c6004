import { formatAmount } from '#lib/money';
import type {
  CollectionNews,
  CollectionView,
  NextStep,
  Outcome,
  Rail,
  RailCollection,
  RailPayout,
  RailRecipient,
  RailRefund,
  RailTraits,
  RecipientCheck,
  SandboxOptions,
} from '#lib/rails/rail';
import { failure } from '#lib/transactions/transaction';

/** The sandbox's magic amounts (spec.md "Sandbox magic amounts"): the same on every rail. */
export const magicAmounts: Readonly<Record<string, CollectionNews | 'server_error'>> = {
  '100.00': { state: 'SUCCEEDED' },
  '200.00': { state: 'PENDING' },
  '400.00': { state: 'FAILED', failure: failure('INSUFFICIENT_FUNDS') },
  '403.00': { state: 'FAILED', failure: failure('ACCOUNT_BLOCKED') },
  '408.00': { state: 'EXPIRED' },
  '429.00': { state: 'FAILED', failure: failure('RATE_LIMIT_EXCEEDED') },
  '499.00': { state: 'CANCELLED' },
  '500.00': 'server_error',
};

/** The one-time password that pays in the sandbox; any other is wrong. */
export const SANDBOX_OTP = '000000';
const CHECKOUT_MINUTES = 30;

/**
 * A rail of the sandbox: no network, no memory, no money. What it says follows from the amount and the time alone,
 * so that it survives any crash and says the same in every process.
 */
export function simulatedRail(
  traits: RailTraits,
  paysOut: boolean,
  step: (transactionId: string) => NextStep,
  { resolveMs }: Pick<SandboxOptions, 'resolveMs'>,
  reverses?: 'rest' | 'any',
): Rail {
  const newsAt = (collection: RailCollection, now: Date): CollectionNews => {
    const magic = magicOf(collection);
    const due = now.getTime() >= collection.createdAt.getTime() + resolveMs;
    return magic !== undefined && due ? magic : { state: 'PENDING' };
  };

  return {
    traits,
    async startCollection({ id, amountBututs }, _links, { now }) {
      const magic = magicAmounts[formatAmount(amountBututs)];
      if (magic === 'server_error') return { kind: 'unknown', why: 'a simulated server error' };
      const staysPending = magic?.state === 'PENDING';
      const opening = {
        railReference: simulatedReference(id),
        step: step(id),
        expiresAt: staysPending ? null : new Date(now.getTime() + CHECKOUT_MINUTES * 60_000),
        decidedAt: magic === undefined || staysPending ? null : new Date(now.getTime() + resolveMs),
      };
      return { kind: 'done', value: opening };
    },
    async fetchCollection(collection, { now }) {
      return { kind: 'done', value: viewOf(collection, newsAt(collection, now)) };
    },
    async closeCollection(collection, { now }) {
      const paid = newsAt(collection, now).state === 'SUCCEEDED';
      return { kind: 'done', value: paid ? 'already_paid' : 'closed' };
    },
    ...(traits.style === 'otp' && {
      async confirmOtp(_collection: RailCollection, otp: string) {
        return { kind: 'done', value: otp === SANDBOX_OTP ? { railState: null } : 'wrong_otp' } as const;
      },
      async charge(collection: RailCollection) {
        return { kind: 'done', value: viewOf(collection, answerCheckout(collection, 'pay')) } as const;
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
      async sendPayout({ id, amountBututs }: RailPayout) {
        const railReference = simulatedReference(id);
        const facts = { railReference, reference: id, amountBututs, currency: 'GMD' };
        return { kind: 'done', value: { ...facts, news: { state: 'SUCCEEDED' } } } as const;
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
  collection: Pick<RailCollection, 'amountBututs'>,
  choice: 'pay' | 'decline' | 'cancel',
): CollectionNews {
  const magic = magicOf(collection);
  // A magic amount has its outcome; an answer only makes it sooner.
  if (magic !== undefined) return magic;
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

function magicOf(collection: Pick<RailCollection, 'amountBututs'>): CollectionNews | undefined {
  const magic = magicAmounts[formatAmount(collection.amountBututs)];
  // 500.00 stores nothing, so no collection of that amount can exist in the sandbox.
  return magic === 'server_error' ? undefined : magic;
}

/** The address of the simulator's page for a transaction. */
export function checkoutUrl(baseUrl: string, transactionId: string): string {
  return `${baseUrl}/checkout/${transactionId}`;
}
