import type { Bututs } from '#lib/money';
import type { Transaction } from '#lib/transactions/transaction';

export interface Initiated {
  transaction: Transaction;
  /** The answer repeats what an earlier request did. */
  replayed: boolean;
}

/** Whether a repeat of its reference begins anew. Nothing was charged, and the same amount is asked for. */
export function isReofferable({ status, amountBututs }: Transaction, amount: Bututs): boolean {
  return (status === 'EXPIRED' || status === 'CANCELLED') && amountBututs === amount;
}
