import { sqlClient } from '#db/client';
import type { cases } from '#db/schema/cases';
import { hasOtherAmount } from '#lib/cases/case';
import { newId } from '#lib/ids';
import { log } from '#lib/log';
import type { Transaction } from '#lib/transactions/transaction';

export type CaseKind = (typeof cases.$inferSelect)['kind'];

interface NewCase {
  kind: CaseKind;
  provider: string;
  /** What it is about: while a case of this kind and subject is open, no second one is opened. */
  subject: string;
  transaction?:
    | (Pick<Transaction, 'id' | 'clientId' | 'environment'> & { status?: Transaction['status'] })
    | undefined;
  /** What is known, for people; amounts as decimal strings, no secret. */
  details: Record<string, string | null>;
}

/** Opens a case of a transaction, as `openCase` does. */
export function openCaseOf(
  kind: CaseKind,
  transaction: Transaction,
  details: NewCase['details'],
  now: Date,
): Promise<void> {
  const { id, provider } = transaction;
  return openCase({ kind, provider, subject: id, transaction, details }, now);
}

/** Guarantee: one open case of a kind for a subject, however often it is found. Operators are told; nothing else changes. */
export async function openCase(found: NewCase, now: Date): Promise<void> {
  const { kind, provider, subject, transaction, details } = found;
  const sql = sqlClient();
  const opened = await sql`
    insert into cases (id, environment, provider, kind, subject, client_id, transaction_id, details, status, opened_at)
    select ${newId(now)}::uuid, ${transaction?.environment ?? 'LIVE'}, ${provider}, ${kind}, ${subject},
           ${transaction?.clientId ?? null}::uuid, ${transaction?.id ?? null}::uuid, ${JSON.stringify(details)}::jsonb, 'OPEN',
           ${now.toISOString()}::timestamptz
    -- An outcome that has become known meanwhile is not unknown, nor is a payment of another amount: people have its case.
    where (not ${kind === 'unknown_outcome'} or ${transaction?.status === undefined} or (exists (
      select from transactions where client_id = ${transaction?.clientId ?? null} and id = ${transaction?.id ?? null}
        and status = ${transaction?.status ?? null}) and not ${hasOtherAmount(sql`${transaction?.id ?? null}::uuid`)}))
      -- Nor is what two people have booked already.
      and not is_booked_by_hand(${transaction?.clientId ?? null}::uuid, ${transaction?.id ?? null}::uuid, ${kind}, ${JSON.stringify(details)}::jsonb)
    on conflict do nothing returning id`;
  if (opened.length > 0)
    log.warn({ kind, provider, transactionId: transaction?.id }, 'a case for an operator');
}
