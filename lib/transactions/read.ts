import { sqlClient } from '#db/client';
import type { Context, Environment } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { isUuid } from '#lib/ids';
import { textFault } from '#lib/text';
import { fromRow } from '#lib/transactions/row';
import type { Transaction, TransactionType } from '#lib/transactions/transaction';
import { unguessed } from '#lib/transactions/unguessed';

type Owner = Pick<Context, 'client' | 'environment'>;

/** More re-offers of one reference than this are stored, but not listed. */
const LISTED_ATTEMPTS = 100;

/** The attempts that a reference has had, newest first, a hundred at most; empty for an unknown one. */
export async function listAttempts(
  owner: Owner,
  type: TransactionType,
  reference: string,
  limit = LISTED_ATTEMPTS,
): Promise<Transaction[]> {
  const { client, environment } = unguessed(owner);
  const rows = await sqlClient()`
    select * from transactions
    where client_id = ${client} and environment = ${environment} and type = ${type}
      and client_reference = ${reference}
    order by attempt desc limit ${limit}`;
  return rows.map(fromRow);
}

export async function findTransaction(
  clientId: string,
  environment: Environment,
  id: string,
): Promise<Transaction | undefined> {
  const own = unguessed({ client: { id: clientId }, environment });
  const [row] = await sqlClient()`
    select * from transactions where client_id = ${own.client} and environment = ${own.environment} and id = ${id}`;
  return row && fromRow(row);
}

/** The present row of a transaction that surely exists. */
export async function reread(transaction: Transaction): Promise<Transaction> {
  const found = await findTransaction(transaction.clientId, transaction.environment, transaction.id);
  invariant(found, 'a stored transaction is never removed');
  return found;
}

/** By its id and type, for the caller that owns it. Throws `TRANSACTION_NOT_FOUND`, also for somebody else's. */
export async function getTransaction(owner: Owner, type: TransactionType, id: string): Promise<Transaction> {
  const found = isUuid(id) ? await findTransaction(owner.client.id, owner.environment, id) : undefined;
  if (found === undefined || found.type !== type) throw transactionNotFound(type);
  return found;
}

/** The same for whoever does not know its type. */
export async function getAnyTransaction(owner: Owner, id: string): Promise<Transaction> {
  const found = isUuid(id) ? await findTransaction(owner.client.id, owner.environment, id) : undefined;
  if (found) return found;
  throw new AppError(
    'TRANSACTION_NOT_FOUND',
    'This account has no transaction with that id in this environment.',
  );
}

/**
 * By the client's reference, compared byte for byte, or else by id. Returns the transaction that was meant and all
 * attempts of its reference, newest first. Throws `TRANSACTION_NOT_FOUND`.
 */
export async function lookUp(
  owner: Owner,
  type: TransactionType,
  referenceOrId: string,
): Promise<{ transaction: Transaction; attempts: Transaction[] }> {
  // What could not have been stored is not looked for: PostgreSQL would refuse a NUL with an error.
  if (textFault(referenceOrId, { max: 255 }) !== undefined) throw transactionNotFound(type);
  const attempts = await listAttempts(owner, type, referenceOrId);
  if (attempts[0]) return { transaction: attempts[0], attempts };
  const transaction = await getTransaction(owner, type, referenceOrId);
  return { transaction, attempts: await listAttempts(owner, type, transaction.clientReference) };
}

function transactionNotFound(type: TransactionType): AppError {
  return new AppError(
    'TRANSACTION_NOT_FOUND',
    `This key's account and environment have no ${type} with that reference or transaction_id. A test key sees the sandbox only, a live key live payments only.`,
  );
}
