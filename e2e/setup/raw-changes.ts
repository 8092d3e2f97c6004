import type { Sql } from 'postgres';
import { superuserSql } from '#e2e/setup/test-database';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { floatOwner } from '#lib/ledger/accounts';
import { entriesOf, type Posting } from '#lib/ledger/postings';
import { newTransaction } from '#lib/transactions/new-transaction';
import { toRow } from '#lib/transactions/row';
import type { Transaction } from '#lib/transactions/transaction';

// What `commit_changes` is given, so that a test can give it on a session that it holds open: the product's own way there
// puts changes of one process together.

type Facts = Partial<Transaction> & Pick<Transaction, 'type' | 'amountBututs'>;
export type RawChange = Record<string, unknown>;

/** Its outcome's word, or the SQLSTATE that it is refused with. */
export async function commitRaw(changes: RawChange[], session: Sql = superuserSql()): Promise<string> {
  const [row] = await session`select commit_changes(${JSON.stringify(changes)}::text::jsonb) as result`;
  return row?.result.outcome;
}

export function drafted(ctx: Context, facts: Facts): Transaction {
  const id = newId();
  const asked = {
    id,
    clientReference: id,
    attempt: 1,
    provider: 'PROVIDER_W',
    requestHash: Buffer.from('raw'),
  };
  return newTransaction(ctx, { ...asked, ...facts } as never, new Date());
}

export function begun(transaction: Transaction, more: RawChange = {}): RawChange {
  return { ...common(transaction), trigger: 'created', create: toRow(transaction), ...more };
}

/** A payout whose amount is taken from `available` and set aside in its float. */
export function payoutBegun(transaction: Transaction, more: RawChange = {}): RawChange {
  const { amountBututs, environment, clientId, provider } = transaction;
  return begun(transaction, {
    debit_available_bututs: String(amountBututs),
    float: {
      client_id: floatOwner(environment, clientId),
      account: `rail_float:${provider}`,
      reserve_bututs: String(amountBututs),
      spend_bututs: '0',
    },
    journal: journal('payout_accepted', transaction),
    ...more,
  });
}

/** It was paid; `set` has what else its rail says. */
export function paid(transaction: Transaction, set: RawChange = {}, more: RawChange = {}): RawChange {
  return {
    ...common(transaction),
    trigger: 'rail_succeeded',
    version: transaction.version,
    set: { status: 'SUCCEEDED', completed_at: new Date(), ...set },
    journal: journal('collection_settled', transaction),
    drop_operations: true,
    ...more,
  };
}

export function journal(kind: Posting, transaction: Transaction): RawChange {
  const entries = entriesOf(kind, transaction).map(({ clientId, account, amountBututs }) => ({
    client_id: clientId,
    account,
    amount_bututs: String(amountBututs),
  }));
  return { id: newId(), kind, entries };
}

function common({ clientId, environment, id }: Transaction): RawChange {
  return { client_id: clientId, environment, transaction_id: id, now: new Date(), actor: 'system' };
}
