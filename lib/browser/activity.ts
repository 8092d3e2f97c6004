import type { listAuditLog } from '#lib/auth/list-audit-log';
import { accountOf, type Fields, keyOf, railOf, requestOf } from '#lib/browser/activity-requests';
import { amountOf } from '#lib/browser/amounts';
import { exactTime, money, percent } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import { roleName } from '#lib/browser/role-names';
import { formatAmount } from '#lib/money';

/** The audit log of an account in sentences: one for each action that it can have a line of. */

export type ActivityLine = Awaited<ReturnType<typeof listAuditLog>>['data'][number];

export interface Activity {
  /** Who did what. */
  sentence: string;
  /** What the sentence does not say; `before` is missing where there was nothing. */
  changes: { label: string; before?: string; after?: string }[];
}

interface Facts {
  who: string;
  whom: string;
  /** `PROVIDER_W:collection`, where it is about a rail. */
  rail: string;
  before: Fields;
  after: Fields;
}

interface Telling {
  tell(facts: Facts): string;
  /** In this order; none where the sentence says it all. */
  fields?: string[];
}

const telling = (tell: Telling['tell'], ...fields: string[]): Telling => ({ tell, fields });

const tellings: Record<string, Telling> = {
  'session.started': telling(({ who }) => t('{who} signed in', { who })),
  'session.refused': telling(({ whom }) => t('A sign-in as {whom} was refused', { whom })),
  'session.proved': telling(({ who }) => t('{who} gave the password once more', { who })),
  'session.proof_refused': telling(({ who }) =>
    t('A wrong password was given in the session of {who}', { who }),
  ),
  'password.set': telling(({ who }) => t('{who} set a password by the link', { who })),
  'password.reset_asked': telling(({ whom }) => t('A new password was asked for, for {whom}', { whom })),
  'messages.stopped': telling(({ whom, after }) =>
    t('The link in a message to {whom} stopped its kind: {kind}', { whom, kind: String(after.messages) }),
  ),
  'messages.chosen': telling(({ who }) => t('{who} chose which messages to get', { who })),
  'email.confirmed': telling(({ who }) => t('{who} confirmed their e-mail address', { who })),
  'application.file_added': telling(({ who, after }) =>
    t('{who} added the paper {name}', { who, name: String(after.name) }),
  ),
  'application.file_removed': telling(({ who, before }) =>
    t('{who} took the paper {name} away', { who, name: String(before.name) }),
  ),
  'application.file_read': telling(({ who, after }) =>
    t('{who} opened the paper {name}', { who, name: String(after.name) }),
  ),
  'application.submitted': telling(({ who }) => t('{who} handed in the papers of the business', { who })),
  'application.asked': telling(({ who }) => t('{who} asked something about the papers', { who }), 'note'),
  'application.rejected': telling(({ who }) => t('{who} did not accept the papers', { who }), 'note'),
  'key.made': telling(
    ({ who, after }) => t('{who} made the test key {key}', { who, key: keyOf(after) }),
    'scope',
  ),
  'password.changed': telling(({ who }) => t('{who} changed their password', { who })),
  'two_factor.begun': telling(({ who }) => t('{who} began to set up two-factor authentication', { who })),
  'two_factor.enabled': telling(({ who }) => t('{who} switched on two-factor authentication', { who })),
  'two_factor.disabled': telling(({ who }) => t('{who} switched off two-factor authentication', { who })),
  'two_factor.reset': telling(({ who, whom }) =>
    t('{who} reset the two-factor authentication of {whom}', { who, whom }),
  ),
  'recovery_codes.renewed': telling(({ who }) => t('{who} made new recovery codes', { who })),
  'user.added': telling(({ who, after }) =>
    t('{who} added {name} ({email}) as {role}', {
      who,
      name: String(after.name),
      email: String(after.email),
      role: roleName(String(after.role)),
    }),
  ),
  'user.invited': telling(({ who, whom }) => t('{who} made a new password link for {whom}', { who, whom })),
  'user.confirmed': telling(({ who, after }) =>
    t('{who} confirmed {name} as an operator', { who, name: String(after.name) }),
  ),
  'period.closed': telling(({ who, after }) =>
    t('{who} closed the live books until {day}', { who, day: String(after.last_day) }),
  ),
  'user.renamed': telling(({ who }) => t('{who} changed their name', { who }), 'name'),
  'user.role_changed': telling(
    ({ who, whom }) => t('{who} changed the role of {whom}', { who, whom }),
    'role',
  ),
  'user.disabled': telling(({ who, whom }) => t('{who} disabled {whom}', { who, whom })),
  'user.enabled': telling(({ who, whom }) => t('{who} enabled {whom} again', { who, whom })),
  'client.created': telling(({ who }) => t('{who} opened this account', { who })),
  'client.changed': telling(
    ({ who }) => t('{who} changed the profile of this account', { who }),
    'name',
    'business_phone',
    'business_email',
    'commission_bps',
    'refund_commission',
    'rate_limit_per_second',
    'rate_limit_burst',
    'payout_limit_bututs',
    'payout_limit_day_bututs',
    'payout_limit_month_bututs',
  ),
  'client.suspended': telling(({ who }) => t('{who} suspended this account', { who })),
  'client.resumed': telling(({ who }) => t('{who} lifted the suspension of this account', { who })),
  'client.rail_enabled': telling(({ who, rail }) =>
    t('{who} switched on {what} for this account', { who, what: railOf(rail) }),
  ),
  'client.rail_disabled': telling(({ who, rail }) =>
    t('{who} switched off {what} for this account', { who, what: railOf(rail) }),
  ),
  'payout.reversal_asked': telling(
    ({ who }) => t('{who} asked the provider to take a payout back', { who }),
    'reason',
  ),
  'payout.cancellation_asked': telling(
    ({ who }) => t('{who} cancelled a payout that was held', { who }),
    'reason',
  ),
  'approval.requested': telling(
    ({ who, after }) => t('{who} asked for {request}', { who, request: requestOf(after) }),
    'scope',
    'overlap_hours',
    'allowlist',
  ),
  'approval.approved': telling(
    ({ who, after }) => t('{who} approved {request}', { who, request: requestOf(after) }),
    'scope',
    'overlap_hours',
    'allowlist',
  ),
  'approval.rejected': telling(
    ({ who, after }) => t('{who} rejected {request}', { who, request: requestOf(after) }),
    'reason',
  ),
  'approval.refused': telling(
    ({ who, after }) => t('{who} approved {request}, and it was refused', { who, request: requestOf(after) }),
    'reason',
  ),
  'client.approval_threshold_changed': telling(
    ({ who }) => t('{who} changed which payments wait for a second person', { who }),
    'payout_approval_above',
  ),
  'approval.withdrawn': telling(({ who, before }) =>
    t('{who} withdrew the request for {request}', { who, request: requestOf(before) }),
  ),
  'key.revealed': telling(
    ({ who, after }) => t('{who} revealed the new key {key}', { who, key: keyOf(after) }),
    'scope',
  ),
  'key.revoked': telling(({ who, before }) => t('{who} revoked the key {key}', { who, key: keyOf(before) })),
  'payout_batch.uploaded': telling(
    ({ who, after }) => t('{who} uploaded the payouts of {file}', { who, file: String(after.file_name) }),
    'rows',
    'total',
  ),
  'payout_batch.row_changed': telling(
    ({ who, after }) =>
      after.removed
        ? t('{who} took line {line} out of a file of payouts', { who, line: String(after.line) })
        : t('{who} changed line {line} of a file of payouts', { who, line: String(after.line) }),
    'reference',
    'mobile',
    'amount',
    'name',
    'provider',
    'note',
  ),
  'payout_batch.confirmed': telling(
    ({ who }) => t('{who} confirmed a file of payouts', { who }),
    'rows',
    'total',
  ),
  'payout_batch.stopped': telling(({ who }) => t('{who} stopped a file of payouts', { who })),
  'payout_batch.discarded': telling(({ who }) => t('{who} discarded a file of payouts', { who })),
  'settlement_account.added': telling(({ who, after }) =>
    t('{who} added {account} for settlements', { who, account: accountOf(after) }),
  ),
  'settlement_account.removed': telling(({ who, before }) =>
    t('{who} removed {account} from where settlements go', { who, account: accountOf(before) }),
  ),
  'settlement_schedule.changed': telling(
    ({ who }) => t('{who} changed when the balance settles by itself', { who }),
    ...['is_on', 'every', 'weekday', 'above', 'keep', 'to'],
  ),
  'settlement.requested': telling(
    ({ who, after }) =>
      t('{who} asked for a settlement of {amount}', { who, amount: money(String(after.amount)) }),
    'bank',
    'account_number',
  ),
  'settlement.cancelled': telling(({ who, after }) =>
    t('{who} cancelled a settlement of {amount}', { who, amount: money(String(after.amount)) }),
  ),
  'settlement.confirmed': telling(
    ({ who, after }) =>
      t('{who} confirmed that the bank paid a settlement of {amount}', {
        who,
        amount: money(String(after.amount)),
      }),
    'bank_reference',
  ),
  'settlement.returned': telling(
    ({ who, after }) =>
      t('{who} gave back a settlement of {amount}', { who, amount: money(String(after.amount)) }),
    'reason',
  ),
  'recipient.created': telling(
    ({ who, after }) => t('{who} saved the recipient {name}', { who, name: String(after.name) }),
    'mobile',
    'note',
  ),
  'recipient.changed': telling(
    ({ who, before }) => t('{who} changed the recipient {name}', { who, name: String(before.name) }),
    'name',
    'provider',
    'note',
  ),
  'recipient.deleted': telling(
    ({ who, before }) => t('{who} deleted the recipient {name}', { who, name: String(before.name) }),
    'mobile',
  ),
  'till.items_changed': telling(({ who }) => t('{who} changed the items of the till', { who }), 'items'),
  'customer.noted': telling(({ who }) => t('{who} noted something about a customer', { who })),
  'customer.note_removed': telling(({ who }) => t('{who} removed a note about a customer', { who })),
  'customer.erased': telling(({ who }) => t('{who} erased the personal data of a customer', { who })),
  'payment_link.created': telling(
    ({ who, after }) => t('{who} made the payment link {title}', { who, title: String(after.title) }),
    'amount_bututs',
  ),
  'payment_link.changed': telling(
    ({ who, before }) => t('{who} changed the payment link {title}', { who, title: String(before.title) }),
    'title',
    'is_active',
    'expires_at',
    'max_payments',
    'providers',
  ),
  'payment_request.created': telling(({ who, after }) =>
    t('{who} made the request to pay {title} of {amount}', {
      who,
      title: String(after.title),
      amount: money(String(after.amount)),
    }),
  ),
  'payment_request_list.created': telling(
    ({ who, after }) =>
      t('{who} made requests to pay from a file: {name}', { who, name: String(after.name) }),
    'requests',
    'amount',
  ),
  'payment_request.cancelled': telling(({ who, after }) =>
    t('{who} cancelled the request to pay {title}', { who, title: String(after.title) }),
  ),
  'payment_request.paid_by_hand': telling(
    ({ who, after }) =>
      t('{who} marked the request to pay {title} as paid by hand', { who, title: String(after.title) }),
    'amount',
    'note',
  ),
  'payment_request.mark_taken_back': telling(
    ({ who, after }) =>
      t('{who} took back that the request to pay {title} was paid by hand', {
        who,
        title: String(after.title),
      }),
    'amount',
    'note',
    'said_by',
  ),
  'webhook_endpoint.created': telling(
    ({ who, after }) => t('{who} added the webhook endpoint {url}', { who, url: String(after.url) }),
    'events',
    'description',
  ),
  'webhook_endpoint.changed': telling(
    ({ who, before }) =>
      t('{who} changed the webhook endpoint {url}', { who, url: String(before.url ?? '') }).trimEnd(),
    'url',
    'events',
    'payload_form',
    'description',
    'status',
  ),
  'webhook_endpoint.resumed': telling(({ who, after }) =>
    t('{who} resumed the webhook endpoint {url}', { who, url: String(after.url ?? '') }).trimEnd(),
  ),
  'webhook_endpoint.deleted': telling(({ who, before }) =>
    t('{who} deleted the webhook endpoint {url}', { who, url: String(before.url) }),
  ),
  'webhook_endpoint.secret_rotated': telling(({ who }) =>
    t('{who} rotated the secret of a webhook endpoint', { who }),
  ),
  'webhook_endpoint.replayed': telling(
    ({ who }) => t('{who} replayed what a webhook endpoint had missed', { who }),
    'count',
  ),
  'webhook_delivery.resent': telling(({ who }) => t('{who} resent a webhook', { who })),
  'webhook_deliveries.resent': telling(({ who }) => t('{who} resent failed webhooks', { who }), 'count'),
};

const labels: Record<string, () => string> = {
  name: later('Name'),
  role: later('Role'),
  reason: later('Reason'),
  scope: later('Scope'),
  overlap_hours: later('Overlap'),
  allowlist: later('Addresses'),
  requests: later('Requests|a number'),
  rows: later('Rows'),
  total: later('Total'),
  reference: later('Reference'),
  amount: later('Amount'),
  business_phone: later('Phone'),
  business_email: later('E-mail'),
  commission_bps: later('Commission'),
  refund_commission: later('Commission of refunds'),
  rate_limit_per_second: later('Requests a second'),
  rate_limit_burst: later('Burst'),
  payout_limit_bututs: later('Limit of a payout'),
  payout_limit_day_bututs: later('Payouts a day'),
  payout_limit_month_bututs: later('Payouts a month'),
  mobile: later('Number'),
  provider: later('Provider'),
  note: later('Note'),
  url: later('Address'),
  events: later('Events'),
  payload_form: later('Form of the body'),
  description: later('Description'),
  status: later('State'),
  count: later('Webhooks'),
  title: later('Title'),
  amount_bututs: later('Amount'),
  is_active: later('State'),
  expires_at: later('Until'),
  max_payments: later('Payments'),
  providers: later('Providers'),
};

/** An action that is told nowhere above is told by its own words. */
export function describeActivity(line: ActivityLine): Activity {
  const before = fieldsOf(line.before);
  const after = fieldsOf(line.after);
  // A request names what it would replace beside what it asks for.
  if ('previous' in after) before.allowlist ??= after.previous;
  const facts = {
    who: line.user?.name ?? 'Kaira',
    whom: line.subject_name ?? t('somebody'),
    rail: line.subject_id ?? '',
    before,
    after,
  };
  const { tell, fields } = tellings[line.action] ?? {
    tell: ({ who }: Facts) => `${who}: ${line.action.replaceAll(/[._]/g, ' ')}`,
    fields: [...new Set([...Object.keys(before), ...Object.keys(after)])],
  };
  const changes = (fields ?? []).flatMap((name) => {
    const [was, is] = [textOf(name, before[name]), textOf(name, after[name])];
    if (was === is) return [];
    const label = labels[name]?.() ?? name.replaceAll('_', ' ');
    return [{ label, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  });
  return { sentence: tell(facts), changes };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (name.startsWith('payout_limit') && typeof value === 'number') return money(amountOf(value));
  if (name === 'provider' && typeof value === 'string') return railName(value);
  if (name === 'role' && typeof value === 'string') return roleName(value);
  if (name === 'commission_bps' && typeof value === 'number') return percent(value);
  if (name === 'overlap_hours') return `${value} h`;
  if (name === 'payout_approval_above' && typeof value === 'string') return money(value);
  if (name === 'amount_bututs' && typeof value === 'string') return money(formatAmount(BigInt(value)));
  if (name === 'is_active') return value === true ? t('on|of a payment link') : t('switched off');
  if (name === 'expires_at' && typeof value === 'string') return exactTime(value);
  if (name === 'providers' && Array.isArray(value)) return value.map(String).map(railName).join(', ');
  if (name === 'total' && typeof value === 'string') return money(value);
  if (name === 'allowlist' && Array.isArray(value))
    return value.length > 0 ? value.join(', ') : t('any address');
  if (name === 'events' && Array.isArray(value))
    return value.length > 0 ? value.join(', ') : t('all of them|events');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
