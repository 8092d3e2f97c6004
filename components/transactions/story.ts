import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { mobile } from '#lib/browser/format';
import { railName } from '#lib/browser/rail-names';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import type { Status } from '#lib/transactions/transaction';

type Told = Pick<
  PresentedTransaction,
  'type' | 'status' | 'customer_name' | 'mobile' | 'client_reference' | 'provider'
>;

/** Who paid whom for what, and by which wallet, in one sentence: to the client, or naming it to somebody else. */
export function storyOf(transaction: Told, client?: string): string {
  const { type, status, client_reference: reference, provider } = transaction;
  const who = whoIn(transaction);
  // Nobody chose a wallet before it ended.
  const rail = provider === CUSTOMER_CHOICE ? '' : `, by ${railName(provider)}`;
  if (type === 'collection') return `${sentence(collections[status], who, client)} for ${reference}${rail}.`;
  if (type === 'payout') return `${sentence(payouts[status], who, client)} for ${reference}${rail}.`;
  return `${sentence(refunds[status], who, client)}${rail}.`;
}

/** The name and the number as far as they are known. */
function whoIn({ type, customer_name: name, mobile: number }: Told): string {
  const parts = [name, number && mobile(number)].filter(Boolean);
  if (parts.length > 0) return parts.join(', ');
  return type === 'payout' ? 'the recipient' : 'the customer';
}

const asked = 'WHO was asked to pay';
const collections: Record<Status, string> = {
  PENDING: 'WHO has been asked to pay',
  SUCCEEDED: 'WHO paid YOU',
  FAILED: asked,
  EXPIRED: asked,
  CANCELLED: asked,
  // Of a payout alone.
  AWAITING_LIQUIDITY: asked,
  REVERSED: asked,
};

const meant = 'YOU meant to pay WHO';
const payouts: Record<Status, string> = {
  PENDING: 'YOU ARE paying WHO',
  AWAITING_LIQUIDITY: 'YOU ARE paying WHO',
  SUCCEEDED: 'YOU paid WHO',
  REVERSED: 'YOU had paid WHO',
  FAILED: meant,
  // Of a collection alone.
  EXPIRED: meant,
  CANCELLED: meant,
};

const notGivenBack = 'WHO was to have it back';
const refunds: Record<Status, string> = {
  PENDING: 'WHO is getting it back',
  AWAITING_LIQUIDITY: 'WHO is getting it back',
  SUCCEEDED: 'WHO has it back',
  FAILED: notGivenBack,
  EXPIRED: notGivenBack,
  CANCELLED: notGivenBack,
  REVERSED: notGivenBack,
};

function sentence(pattern: string, who: string, client?: string): string {
  const words = { WHO: who, YOU: client ?? 'you', ARE: client ? 'is' : 'are' };
  // A function: what stands in a name is no pattern.
  const text = pattern.replace(/WHO|YOU|ARE/g, (word) => words[word as keyof typeof words]);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
