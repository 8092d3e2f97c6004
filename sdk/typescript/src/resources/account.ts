import { List, type Page } from '../list.ts';
import type {
  Balance,
  GetStatementQuery,
  LedgerEntry,
  ListEntriesQuery,
  ListSealsQuery,
  ListTransactionsQuery,
  Operations,
  Profile,
  Proof,
  Seal,
  Statement,
  Stats,
} from '../openapi.ts';
import type { CallOptions, Transport } from '../transport.ts';

export type EarningsDay = Operations['getEarningsChart']['answer'][number];
export type TransactionPage = Operations['listTransactions']['answer'];
/** `type` tells which: `'collection'`, `'payout'` or `'refund'`. */
export type Transaction = TransactionPage['data'][number];

/** Figures of the key's account, in the key's environment. */
export class Account {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  balance(options?: CallOptions): Promise<Balance> {
    return this.#transport.call('getBalance', {}, options);
  }

  /** Volume, today's earnings and what is pending. */
  stats(options?: CallOptions): Promise<Stats> {
    return this.#transport.call('getStats', {}, options);
  }

  /** The last seven days in Banjul, oldest first, with zeros filled in; net of commission. */
  earningsChart(options?: CallOptions): Promise<EarningsDay[]> {
    return this.#transport.call('getEarningsChart', {}, options);
  }

  /**
   * The statement of a period, `from` and `to` included, with every line of it in memory. For `csv` and `pdf` ask the
   * gateway itself. Throws `VALIDATION_ERROR` for more than 366 days or a day that has not come.
   */
  statement(query: Omit<GetStatementQuery, 'format'>, options?: CallOptions): Promise<Statement> {
    return this.#transport.call('getStatement', { query }, options);
  }

  /** Whose key this is. */
  profile(options?: CallOptions): Promise<Profile> {
    return this.#transport.call('getProfile', {}, options);
  }
}

export class Transactions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Collections and payouts. A page has `pagination.total` and `total_pages` too. */
  list(query: ListTransactionsQuery = {}, options?: CallOptions): List<Transaction, TransactionPage> {
    return new List((page) => this.#transport.call('listTransactions', { query: page }, options), query);
  }
}

/** What proves later that nothing was changed. */
export class Seals {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The seals of the books, newest first; with `transaction_id`, those that something of it stands in. */
  list(query: ListSealsQuery = {}, options?: CallOptions): List<Seal, Page<Seal>> {
    return new List((page) => this.#transport.call('listSeals', { query: page }, options), query);
  }

  /** That a transaction is in a seal. Throws `NOT_FOUND` where that one has nothing of it. */
  proof(sealId: number | string, transactionId: string, options?: CallOptions): Promise<Proof> {
    const query = { transaction_id: transactionId };
    return this.#transport.call('getProof', { path: { id: String(sealId) }, query }, options);
  }
}

export class Ledger {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The entries of one of your accounts, `available` without `account`, with the balance after each. */
  list(query: ListEntriesQuery = {}, options?: CallOptions): List<LedgerEntry, Page<LedgerEntry>> {
    return new List((page) => this.#transport.call('listEntries', { query: page }, options), query);
  }
}
