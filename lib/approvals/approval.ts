import { sqlClient } from '#db/client';
import type { applications } from '#db/schema/applications';
import type {
  ApplicationDetails,
  approvals,
  HouseMoneyDetails,
  PaymentDetails,
  SettlementAccountDetails,
} from '#db/schema/approvals';
import type { Fragment } from '#lib/auth/audit-log';
import { money } from '#lib/browser/format';
import { AppError } from '#lib/errors';
import { railName } from '#lib/rails/rail-faces';

type Stored = typeof approvals.$inferSelect;

/** An approval that nobody used ends after this; contract-more.md §15. */
export const UNUSED_DAYS = 7;

/** Of these the key or the link is made when it is revealed. */
export const personKinds = ['new_person', 'password_link'] as const satisfies Stored['kind'][];
export const clientKinds = ['key_rotation', 'new_key', 'ip_allowlist'] as const satisfies Stored['kind'][];

/** Decided by the client's own people: payments from the dashboard above its threshold, and that threshold. */
export const paymentKinds = [
  'payout',
  'refund',
  'payout_batch',
  'settlement',
] as const satisfies Stored['kind'][];
export const colleagueKinds = [...paymentKinds, 'payout_approval'] as const satisfies Stored['kind'][];

/** A row of `approvals` as raw SQL returns it, with the client's name. */
export interface ApprovalRow {
  id: string;
  client_id: string;
  client_name: string;
  kind: Stored['kind'];
  environment: Stored['environment'];
  // biome-ignore lint/suspicious/noExplicitAny: its form goes with `kind`.
  details: any;
  key_id: string | null;
  status: Stored['status'];
  requested_by: string;
  /** Null for an operator. */
  requester_client_id: string | null;
  requested_by_name: string;
  requested_at: string;
  decided_by_name: string | null;
  decided_at: string | null;
  reason: string | null;
  ended_at: string | null;
  /** Where the business's papers stand; null where it has none. */
  papers: (typeof applications.$inferSelect)['status'] | null;
}

/** Of `a`, a row of `approvals`. */
export function approvalColumns(): Fragment {
  return sqlClient()`
    a.id, a.client_id, (select name from clients where id = a.client_id) as client_name, a.kind, a.environment, a.details,
    a.key_id, ${statusNow()} as status, a.requested_by, a.requested_by_name, a.requested_at, a.decided_by_name,
    a.decided_at, a.reason, (select client_id from users where id = a.requested_by) as requester_client_id,
    (select status from applications where client_id = a.client_id) as papers,
    case when ${isUnused()} then coalesce(a.decided_at, a.requested_at) + make_interval(days => ${UNUSED_DAYS}) else a.ended_at end as ended_at`;
}

/** What `a` is by now: what nobody used or decided in time has ended, whether or not its row says so yet. */
export function statusNow(): Fragment {
  return sqlClient()`case when ${isUnused()} then 'EXPIRED' else a.status end`;
}

/** Of `a`, a row of `approvals`. */
export function isUnused(now?: Date): Fragment {
  const sql = sqlClient();
  const at = now === undefined ? sql`now()` : sql`${now.toISOString()}::timestamptz`;
  // A payment that is approved is carried out, if need be by a worker: only one that nobody decides has an end.
  return sql`(case when a.kind = any (${[...colleagueKinds]})
    then a.status = 'PENDING' and a.requested_at <= ${at} - make_interval(days => ${UNUSED_DAYS})
    else a.status = 'APPROVED' and a.decided_at <= ${at} - make_interval(days => ${UNUSED_DAYS}) end)`;
}

/** The request that dashboards show; `change` says what is and what would be, line by line. */
export function presentApproval(row: ApprovalRow) {
  return {
    id: row.id,
    client: { id: row.client_id, name: row.client_name },
    kind: row.kind,
    environment: row.environment,
    key_id: row.key_id,
    scope: (row.details.scope ?? null) as string | null,
    overlap_hours: (row.details.overlap_hours ?? null) as number | null,
    payment: paymentOf(row),
    house_booking: row.kind === 'house_money' ? (row.details as HouseMoneyDetails).action : null,
    change: changeOf(row),
    status: row.status,
    requested_by: { id: row.requested_by, name: row.requested_by_name },
    requested_at: new Date(row.requested_at).toISOString(),
    decided_by: row.decided_by_name,
    decided_at: row.decided_at && new Date(row.decided_at).toISOString(),
    reason: row.reason,
    ended_at: row.ended_at && new Date(row.ended_at).toISOString(),
    papers: row.papers,
  };
}

/** The same for the client's own people: of the operators it names nobody. */
export function presentToClient(row: ApprovalRow, user?: { id: string }): Approval {
  const isTheirs = row.requester_client_id === row.client_id || row.requested_by === user?.id;
  return {
    ...presentApproval(row),
    papers: null,
    ...(!isTheirs && { requested_by: { id: null, name: 'Kaira' } }),
    decided_by: row.decided_by_name && (isOfColleagues(row.kind) ? row.decided_by_name : 'Kaira'),
  };
}

/** Whether the client's own people decide it, and no operator. */
export function isOfColleagues(kind: Stored['kind']): boolean {
  return (colleagueKinds as readonly string[]).includes(kind);
}

/** Of a payment that waits, or waited: what it is and what became of it. */
function paymentOf({ kind, details }: ApprovalRow) {
  if (!(paymentKinds as readonly string[]).includes(kind)) return null;
  const { amount, client_reference, provider, recipient, transaction_id, refusal } =
    details as PaymentDetails;
  return {
    ...{ amount, client_reference, provider, recipient },
    transaction_id: transaction_id ?? null,
    refusal: refusal ?? null,
  };
}

export interface Approval extends Omit<ReturnType<typeof presentApproval>, 'requested_by'> {
  requested_by: { id: string | null; name: string };
}

function changeOf({ kind, details }: ApprovalRow): { before: string[]; after: string[] } {
  switch (kind) {
    case 'ip_allowlist':
      return { before: details.previous, after: details.allowlist };
    case 'key_rotation':
      return {
        before: [`${details.prefix}…${details.last4} (${details.scope})`],
        after: [`a new key (${details.scope})`],
      };
    case 'new_key':
      return { before: [], after: [`a new key (${details.scope})`] };
    case 'new_person':
    case 'new_operator':
      return { before: [], after: [`${details.name} <${details.email}> as ${details.role}`] };
    case 'password_link':
      return { before: [], after: [`a link that sets the password of ${details.name} <${details.email}>`] };
    case 'payout':
      return { before: [], after: [`${money(details.amount)} to ${details.recipient}`] };
    case 'refund':
      return { before: [], after: [`${money(details.amount)} back to the payer`] };
    case 'payout_batch':
      return { before: [], after: [`${money(details.amount)} to the rows of ${details.recipient}`] };
    case 'settlement':
      return { before: [], after: [`${money(details.amount)} of the balance to ${details.recipient}`] };
    case 'payout_approval':
      return { before: [thresholdWords(details.previous)], after: [thresholdWords(details.amount)] };
    case 'settlement_account':
      return { before: [], after: [accountWords(details)] };
    case 'house_money':
      return { before: [], after: [houseMoneyWords(details)] };
    case 'application':
      return { before: [], after: applicationWords(details) };
    case 'period_close':
      return {
        before: [],
        after: [`the ${details.environment.toLowerCase()} books are closed until ${details.last_day}`],
      };
  }
}

function accountWords({ holder, bank, account_number, provider, mobile }: SettlementAccountDetails): string {
  return bank === null
    ? `the wallet ${mobile} at ${railName(provider ?? '')}, of ${holder}`
    : `account ${account_number} at ${bank}, of ${holder}`;
}

function applicationWords({
  legal_name,
  registration_number,
  tin,
  owners,
  account,
  files,
}: ApplicationDetails) {
  return [
    `${legal_name}, registered as ${registration_number}, TIN ${tin}`,
    `owned by ${owners.join(', ')}`,
    `settlements to ${accountWords(account)}`,
    `papers: ${files.map(({ name }) => name).join(', ')}`,
  ];
}

function thresholdWords(amount: string | null): string {
  return amount === null ? 'no payment waits for a second person' : `payments above ${money(amount)} wait`;
}

function houseMoneyWords({ action, provider, to, day, amount, note }: HouseMoneyDetails): string {
  const what = {
    top_up: `into the float of ${railName(provider)}`,
    withdraw: `out of the float of ${railName(provider)}`,
    transfer: `from the float of ${railName(provider)} to that of ${railName(to ?? '')}`,
    fees: `in fees of ${railName(provider)}, as its statement of ${day} has them`,
    collections: `of what was collected on ${railName(provider)} to its float`,
    withdraw_collected: `of what was collected on ${railName(provider)} to the bank`,
  }[action];
  return `${money(amount)} ${what}: ${note}`;
}

export function approvalNotFound(): AppError {
  return new AppError('NOT_FOUND', 'There is no such request.');
}

/** For a request that is not in the state that the change needs. */
export function wrongState(status: Stored['status'], kind?: Stored['kind']): AppError {
  if (kind !== undefined && isOfColleagues(kind)) return wrongStateOfPayment(status);
  const sentences: Record<Stored['status'], string> = {
    PENDING: 'This request waits for an operator.',
    APPROVED: 'This request was approved already.',
    REJECTED: 'This request was rejected.',
    WITHDRAWN: 'This request was withdrawn.',
    DONE: 'This request was carried out already.',
    EXPIRED: `This request was approved and not used within ${UNUSED_DAYS} days. Ask again.`,
  };
  return new AppError('INVALID_STATE', sentences[status]);
}

function wrongStateOfPayment(status: Stored['status']): AppError {
  const sentences: Record<Stored['status'], string> = {
    PENDING: 'This request waits for a second person.',
    APPROVED: 'This request was approved already, and is being carried out.',
    REJECTED: 'This request was rejected.',
    WITHDRAWN: 'This request was withdrawn.',
    DONE: 'This request was approved and carried out already.',
    EXPIRED: `Nobody decided this request within ${UNUSED_DAYS} days, so it has ended. Ask again.`,
  };
  return new AppError('INVALID_STATE', sentences[status]);
}
