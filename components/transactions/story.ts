import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { mobile } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import type { Status } from '#lib/transactions/transaction';

type Told = Pick<
  PresentedTransaction,
  'type' | 'status' | 'customer_name' | 'mobile' | 'client_reference' | 'provider'
>;

/** Who paid whom for what, and by which wallet, in one sentence: to the client, or naming it to somebody else. */
export function storyOf(transaction: Told, client?: string): string {
  const { type, client_reference: reference, provider } = transaction;
  const what = capital(whatOf(transaction, client));
  // Nobody chose a wallet before it ended.
  const rail = provider === CUSTOMER_CHOICE ? undefined : railName(provider);
  if (type === 'refund') return rail ? t('{what}, by {provider}.', { what, provider: rail }) : `${what}.`;
  return rail
    ? t('{what} for {reference}, by {provider}.', { what, reference, provider: rail })
    : t('{what} for {reference}.', { what, reference });
}

/** The name and the number as far as they are known. */
function whoIn({ type, customer_name: name, mobile: number }: Told): string {
  const parts = [name, number && mobile(number)].filter(Boolean);
  if (parts.length > 0) return parts.join(', ');
  return t(type === 'payout' ? 'the recipient' : 'the customer');
}

function whatOf(transaction: Told, client: string | undefined): string {
  const { type, status } = transaction;
  const who = whoIn(transaction);
  if (type === 'refund') return refunds[status]({ who });
  if (type === 'payout') return payouts[status](who, client);
  if (status !== 'SUCCEEDED') return (status === 'PENDING' ? isAsked : wasAsked)({ who });
  return client === undefined ? t('{who} paid you', { who }) : t('{who} paid {client}', { who, client });
}

const isAsked = later('{who} has been asked to pay');
const wasAsked = later('{who} was asked to pay');

type Payout = (who: string, client: string | undefined) => string;
const isPaying: Payout = (who, client) =>
  client === undefined ? t('You are paying {who}', { who }) : t('{client} is paying {who}', { client, who });
const meant: Payout = (who, client) =>
  client === undefined
    ? t('You meant to pay {who}', { who })
    : t('{client} meant to pay {who}', { client, who });
const payouts: Record<Status, Payout> = {
  PENDING: isPaying,
  AWAITING_LIQUIDITY: isPaying,
  SUCCEEDED: (who, client) =>
    client === undefined ? t('You paid {who}', { who }) : t('{client} paid {who}', { client, who }),
  REVERSED: (who, client) =>
    client === undefined ? t('You had paid {who}', { who }) : t('{client} had paid {who}', { client, who }),
  FAILED: meant,
  // Of a collection alone.
  EXPIRED: meant,
  CANCELLED: meant,
};

const gettingBack = later('{who} is getting it back');
const notGivenBack = later('{who} was to have it back');
const refunds: Record<Status, (facts: { who: string }) => string> = {
  PENDING: gettingBack,
  AWAITING_LIQUIDITY: gettingBack,
  SUCCEEDED: later('{who} has it back'),
  FAILED: notGivenBack,
  EXPIRED: notGivenBack,
  CANCELLED: notGivenBack,
  REVERSED: notGivenBack,
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
