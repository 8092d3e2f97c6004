import { id, toldMs } from '#db/scenarios/stage';

// What scenarios call, and what is there before, as SQL.

export type Row = Record<string, unknown>;

export const house = '00000000-0000-7000-8000-000000000000';
export const shop = id('shop');
export const other = id('other');

/** The time that calls are told, or so many minutes after it. */
export const told = (minutes = 0) => new Date(toldMs + minutes * 60_000).toISOString();

export function quote(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
}

const json = (value: unknown) => `${quote(JSON.stringify(value))}::jsonb`;

/** Calls a function; what is no text, figure or truth is given as JSON. */
export function call(name: string, ...values: unknown[]): string {
  const given = values.map((value) =>
    value !== null && typeof value === 'object' ? json(value) : quote(value),
  );
  return `select ${name}(${given.join(', ')}) as answer`;
}

export function put(table: string, ...rows: Row[]): string {
  return rows
    .map(
      (row) =>
        `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(quote).join(', ')});`,
    )
    .join('\n');
}

const accounts = (client: string, environment: string, ...of: string[]) =>
  put('accounts', ...of.map((name) => ({ client_id: client, environment, name })));
const all = ['available', 'held', 'commission', 'float_funding', 'rail_collections:W', 'rail_float:W'];

/** The house and two clients, with nothing on their accounts. */
export const stage = [
  put(
    'clients',
    ...[
      [house, 'SUSPENDED'],
      [shop, 'ACTIVE'],
      [other, 'ACTIVE'],
    ].map(([client, status]) => ({ id: client, name: '', business_phone: '', business_email: '', status })),
  ),
  ...[shop, other].flatMap((client) => [
    accounts(client, 'SANDBOX', ...all),
    accounts(client, 'LIVE', ...all),
  ]),
  accounts(house, 'LIVE', ...['float_funding', 'losses', 'rail_fees:W', 'rail_collections:W']),
  accounts(house, 'LIVE', 'rail_float:W', 'rail_float:A'),
].join('\n');

/** What no house has: whoever locks it locks more than is meant. */
export const floatOfNobody = accounts(house, 'SANDBOX', 'rail_float:W');

export type Account = readonly [client: string, environment: string, name: string];
export const float: Account = [house, 'LIVE', 'rail_float:W'];
export const own = (name: string, environment = 'SANDBOX', client = shop): Account => [
  client,
  environment,
  name,
];

const where = ([client, environment, name]: Account, column = 'name') =>
  `client_id = '${client}' and environment = '${environment}' and ${column} = '${name}'`;

/** What stands on an account, and is set aside of it. */
export function balance(account: Account, bututs: number, reserved = 0): string {
  return `update accounts set balance_bututs = ${bututs}, reserved_bututs = ${reserved} where ${where(account)};`;
}

export function unfolded(
  [client_id, environment, account]: Account,
  amount_bututs: number,
  reserved_bututs = 0,
): string {
  return put('unfolded_entries', { client_id, environment, account, amount_bututs, reserved_bututs });
}

/** A row of `transactions`; its name is its id and its reference. */
export function transaction(type: string, name: string, amount: number, more: Row = {}): Row {
  return {
    ...{ client_id: shop, environment: 'SANDBOX', id: id(name), type, client_reference: name, attempt: 1 },
    ...{
      request_hash: '\\xaa',
      provider: 'W',
      amount_bututs: amount,
      commission_bps: 0,
      commission_bututs: 0,
    },
    ...{ status: 'PENDING', version: 1, metadata: {}, otp_resends: 0, late: false },
    ...{ created_at: told(), updated_at: told() },
    ...more,
  };
}

/** One that has ended. */
export function ended(type: string, name: string, amount: number, status: string, more: Row = {}): Row {
  return transaction(type, name, amount, {
    ...{ status, completed_at: told(), ...(status === 'FAILED' && { failure_code: 'X' }) },
    ...more,
  });
}

export type Leg = readonly [account: Account, bututs: number];

export function journal(name: string, kind: string, ...legs: Leg[]): Row {
  const entries = legs.map(([[client_id, , account], amount_bututs]) => ({
    client_id,
    account,
    amount_bututs,
  }));
  return { id: id(name), kind, entries };
}

/** A change of a transaction, as `commit_change` takes it. */
export function change({ client_id, environment, id: transaction_id }: Row, more: Row): Row {
  return { client_id, environment, transaction_id, now: told(), actor: 'system', ...more };
}

export const begin = (row: Row, more: Row = {}) => change(row, { trigger: 'created', create: row, ...more });

/** From a version on; a status with an end has its time. */
export function move(row: Row, version: number, set: Row, more: Row = {}): Row {
  const isOver = typeof set.status === 'string' && !['PENDING', 'AWAITING_LIQUIDITY'].includes(set.status);
  return change(row, {
    ...{ trigger: 'rail_said', version, set: { ...(isOver && { completed_at: told() }), ...set } },
    ...more,
  });
}

/** One that changes no status, and makes no step of the history. */
export const amend = (row: Row, version: number, more: Row = {}) =>
  move(row, version, {}, { trigger: 'amended', ...more });

export const commit = (...changes: Row[]) => call('commit_changes', changes);
export const together = (...lists: Row[][]) => call('commit_together', lists);

/** A payout's: taken from `available`, set aside in its float. */
export function taking(row: Row, more: Row = {}): Row {
  const owner = row.environment === 'LIVE' ? house : row.client_id;
  return {
    debit_available_bututs: row.amount_bututs,
    float: {
      client_id: owner,
      account: `rail_float:${row.provider}`,
      reserve_bututs: row.amount_bututs,
      spend_bututs: 0,
    },
    ...more,
  };
}

/** What no guard of the books would let through, so that one row differs from another one in one thing. */
export const unguarded = (statement: string) =>
  `set local session_replication_role = replica; ${statement}; set local session_replication_role = origin;`;
