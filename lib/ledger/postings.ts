import { invariant } from '#lib/errors';
import { type AccountName, floatOwner, HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { type Bututs, commissionOf } from '#lib/money';
import { isSent, type Transaction } from '#lib/transactions/transaction';

/** The kinds of journal that a transaction makes, one per edge that moves money. */
export type Posting =
  | 'collection_settled'
  | 'payout_accepted'
  | 'payout_delivered'
  | 'payout_returned'
  | 'payout_reversed'
  | 'refund_accepted'
  | 'refund_reversed'
  | 'refund_paid'
  | 'refund_returned'
  | 'adjustment';

/** What a rail takes for a transaction, gives back with it, and what two operators put right of it. */
export type FeePosting = 'rail_fee' | 'rail_fee_returned' | 'rail_fee_corrected';

/** Those of a settlement to a bank, which is no transaction; `step_settlement` (44_settlements.sql) books them. */
export type SettlementPosting =
  | 'settlement_accepted'
  | 'settlement_paid'
  | 'settlement_returned'
  | 'settlement_came_back';

export interface Entry {
  clientId: string;
  account: AccountName;
  /** Debit positive, credit negative. */
  amountBututs: Bututs;
}

type PostingInput = Pick<
  Transaction,
  | 'clientId'
  | 'environment'
  | 'type'
  | 'refundMethod'
  | 'provider'
  | 'amountBututs'
  | 'commissionBps'
  | 'commissionBututs'
>;

/** What came to the rail's wallet, or left it when below zero, and who bears it. */
interface AdjustmentInput {
  railBututs: Bututs;
  borneBy: 'client' | 'house';
}

/**
 * What a rail took for its work, or gave back when below zero; pure. The house bears it, out of the wallet that the rail
 * took it from: the float of what is sent, else what was collected. No account of the client is in it.
 */
export function feeEntriesOf(
  transaction: Pick<Transaction, 'type' | 'refundMethod' | 'provider'>,
  feeBututs: Bututs,
): Entry[] {
  const { provider } = transaction;
  const house = (account: AccountName, amountBututs: Bututs): Entry => ({
    clientId: HOUSE_CLIENT_ID,
    account,
    amountBututs,
  });
  const wallet = isSent(transaction) ? 'rail_float' : 'rail_collections';
  return [house(`rail_fees:${provider}`, feeBututs), house(`${wallet}:${provider}`, -feeBututs)];
}

/** The entries of one journal; pure. They sum to zero, and none of them is zero. */
export function entriesOf(
  posting: Posting,
  transaction: PostingInput,
  adjustment: AdjustmentInput = { railBututs: 0n, borneBy: 'client' },
): Entry[] {
  const { clientId, amountBututs: amount, provider } = transaction;
  const commission = commissionOf(amount, transaction.commissionBps);
  const own = (account: AccountName, amountBututs: Bututs): Entry => ({ clientId, account, amountBututs });
  const float = (amountBututs: Bututs): Entry => ({
    clientId: floatOwner(transaction.environment, clientId),
    account: `rail_float:${provider}`,
    amountBututs,
  });
  // A refund's share of the commission, where the client gets it back.
  const returned = [
    own('commission', transaction.commissionBututs),
    own('available', -transaction.commissionBututs),
  ];
  const recipes: Record<Posting, () => Entry[]> = {
    // The rail owes us the gross; we owe the client the net and keep the commission.
    collection_settled: () => [
      own(`rail_collections:${provider}`, amount),
      own('available', -(amount - commission)),
      own('commission', -commission),
    ],
    // What the client may spend becomes what is held for the recipient.
    payout_accepted: () => [own('available', amount), own('held', -amount)],
    // What was held has left through the float.
    payout_delivered: () => [own('held', amount), float(-amount)],
    // What was held is the client's to spend again.
    payout_returned: () => [own('held', amount), own('available', -amount)],
    // The recipient's money came back into the float and is the client's to spend again.
    payout_reversed: () => [float(amount), own('available', -amount)],
    // What the client may spend becomes what is held for the payer.
    refund_accepted: () => [own('available', amount), own('held', -amount)],
    // The rail has taken what was held from what it owed us.
    refund_reversed: () => [own('held', amount), own(`rail_collections:${provider}`, -amount), ...returned],
    // What was held has left through the float.
    refund_paid: () => [own('held', amount), float(-amount), ...returned],
    // What was held is the client's to spend again.
    refund_returned: () => [own('held', amount), own('available', -amount)],
    // What came to the rail's wallet, or left it, beside what the payment is about: the client's, or the house's loss.
    adjustment: () => {
      const { railBututs, borneBy } = adjustment;
      const wallet = isSent(transaction)
        ? float(railBututs)
        : own(`rail_collections:${provider}`, railBututs);
      const bearer: Entry =
        borneBy === 'client'
          ? own('available', -railBututs)
          : { clientId: HOUSE_CLIENT_ID, account: 'losses', amountBututs: -railBututs };
      return [wallet, bearer];
    },
  };
  const entries = recipes[posting]().filter((entry) => entry.amountBututs !== 0n);
  invariant(
    entries.reduce((sum, entry) => sum + entry.amountBututs, 0n) === 0n,
    `the entries of ${posting} sum to zero`,
  );
  return entries;
}
