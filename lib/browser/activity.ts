import type { listAuditLog } from '#lib/auth/list-audit-log';
import { amountOf } from '#lib/browser/amounts';
import { exactTime, money, percent } from '#lib/browser/format';
import { railName } from '#lib/browser/rail-names';
import { formatAmount } from '#lib/money';

/** The audit log of an account in sentences: one for each action that it can have a line of. */

export type ActivityLine = Awaited<ReturnType<typeof listAuditLog>>['data'][number];

export interface Activity {
  /** Who did what. */
  sentence: string;
  /** What the sentence does not say; `before` is missing where there was nothing. */
  changes: { label: string; before?: string; after?: string }[];
}

type Fields = Record<string, unknown>;

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
  'session.started': telling(({ who }) => `${who} signed in`),
  'session.refused': telling(({ whom }) => `A sign-in as ${whom} was refused`),
  'session.proved': telling(({ who }) => `${who} gave the password once more`),
  'session.proof_refused': telling(({ who }) => `A wrong password was given in the session of ${who}`),
  'password.set': telling(({ who }) => `${who} set a password by the link`),
  'password.reset_asked': telling(({ whom }) => `A new password was asked for, for ${whom}`),
  'messages.stopped': telling(
    ({ whom, after }) => `The link in a message to ${whom} stopped its kind: ${after.messages}`,
  ),
  'messages.chosen': telling(({ who }) => `${who} chose which messages to get`),
  'email.confirmed': telling(({ who }) => `${who} confirmed their e-mail address`),
  'application.file_added': telling(({ who, after }) => `${who} added the paper ${after.name}`),
  'application.file_removed': telling(({ who, before }) => `${who} took the paper ${before.name} away`),
  'application.file_read': telling(({ who, after }) => `${who} opened the paper ${after.name}`),
  'application.submitted': telling(({ who }) => `${who} handed in the papers of the business`),
  'application.asked': telling(({ who }) => `${who} asked something about the papers`, 'note'),
  'application.rejected': telling(({ who }) => `${who} did not accept the papers`, 'note'),
  'key.made': telling(({ who, after }) => `${who} made the test key ${keyOf(after)}`, 'scope'),
  'password.changed': telling(({ who }) => `${who} changed their password`),
  'two_factor.begun': telling(({ who }) => `${who} began to set up two-factor authentication`),
  'two_factor.enabled': telling(({ who }) => `${who} switched on two-factor authentication`),
  'two_factor.disabled': telling(({ who }) => `${who} switched off two-factor authentication`),
  'two_factor.reset': telling(({ who, whom }) => `${who} reset the two-factor authentication of ${whom}`),
  'recovery_codes.renewed': telling(({ who }) => `${who} made new recovery codes`),
  'user.added': telling(({ who, after }) => `${who} added ${after.name} (${after.email}) as ${after.role}`),
  'user.invited': telling(({ who, whom }) => `${who} made a new password link for ${whom}`),
  'user.confirmed': telling(({ who, after }) => `${who} confirmed ${after.name} as an operator`),
  'period.closed': telling(({ who, after }) => `${who} closed the live books until ${after.last_day}`),
  'user.renamed': telling(({ who }) => `${who} changed their name`, 'name'),
  'user.role_changed': telling(({ who, whom }) => `${who} changed the role of ${whom}`, 'role'),
  'user.disabled': telling(({ who, whom }) => `${who} disabled ${whom}`),
  'user.enabled': telling(({ who, whom }) => `${who} enabled ${whom} again`),
  'client.created': telling(({ who }) => `${who} opened this account`),
  'client.changed': telling(
    ({ who }) => `${who} changed the profile of this account`,
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
  'client.suspended': telling(({ who }) => `${who} suspended this account`),
  'client.resumed': telling(({ who }) => `${who} lifted the suspension of this account`),
  'client.rail_enabled': telling(({ who, rail }) => `${who} switched on ${railOf(rail)} for this account`),
  'client.rail_disabled': telling(({ who, rail }) => `${who} switched off ${railOf(rail)} for this account`),
  'payout.reversal_asked': telling(({ who }) => `${who} asked the provider to take a payout back`, 'reason'),
  'payout.cancellation_asked': telling(({ who }) => `${who} cancelled a payout that was held`, 'reason'),
  'approval.requested': telling(
    ({ who, after }) => `${who} asked for ${requestOf(after)}`,
    'scope',
    'overlap_hours',
    'allowlist',
  ),
  'approval.approved': telling(
    ({ who, after }) => `${who} approved ${requestOf(after)}`,
    'scope',
    'overlap_hours',
    'allowlist',
  ),
  'approval.rejected': telling(({ who, after }) => `${who} rejected ${requestOf(after)}`, 'reason'),
  'approval.refused': telling(
    ({ who, after }) => `${who} approved ${requestOf(after)}, and it was refused`,
    'reason',
  ),
  'client.approval_threshold_changed': telling(
    ({ who }) => `${who} changed which payments wait for a second person`,
    'payout_approval_above',
  ),
  'approval.withdrawn': telling(({ who, before }) => `${who} withdrew the request for ${requestOf(before)}`),
  'key.revealed': telling(({ who, after }) => `${who} revealed the new key ${keyOf(after)}`, 'scope'),
  'key.revoked': telling(({ who, before }) => `${who} revoked the key ${keyOf(before)}`),
  'payout_batch.uploaded': telling(
    ({ who, after }) => `${who} uploaded the payouts of ${after.file_name}`,
    'rows',
    'total',
  ),
  'payout_batch.row_changed': telling(
    ({ who, after }) =>
      after.removed
        ? `${who} took line ${after.line} out of a file of payouts`
        : `${who} changed line ${after.line} of a file of payouts`,
    'reference',
    'mobile',
    'amount',
    'name',
    'provider',
    'note',
  ),
  'payout_batch.confirmed': telling(({ who }) => `${who} confirmed a file of payouts`, 'rows', 'total'),
  'payout_batch.stopped': telling(({ who }) => `${who} stopped a file of payouts`),
  'payout_batch.discarded': telling(({ who }) => `${who} discarded a file of payouts`),
  'settlement_account.added': telling(({ who, after }) => `${who} added ${accountOf(after)} for settlements`),
  'settlement_account.removed': telling(
    ({ who, before }) => `${who} removed ${accountOf(before)} from where settlements go`,
  ),
  'settlement_schedule.changed': telling(
    ({ who }) => `${who} changed when the balance settles by itself`,
    ...['is_on', 'every', 'weekday', 'above', 'keep', 'to'],
  ),
  'settlement.requested': telling(
    ({ who, after }) => `${who} asked for a settlement of ${money(String(after.amount))}`,
    'bank',
    'account_number',
  ),
  'settlement.cancelled': telling(
    ({ who, after }) => `${who} cancelled a settlement of ${money(String(after.amount))}`,
  ),
  'settlement.confirmed': telling(
    ({ who, after }) => `${who} confirmed that the bank paid a settlement of ${money(String(after.amount))}`,
    'bank_reference',
  ),
  'settlement.returned': telling(
    ({ who, after }) => `${who} gave back a settlement of ${money(String(after.amount))}`,
    'reason',
  ),
  'recipient.created': telling(
    ({ who, after }) => `${who} saved the recipient ${after.name}`,
    'mobile',
    'note',
  ),
  'recipient.changed': telling(
    ({ who, before }) => `${who} changed the recipient ${before.name}`,
    'name',
    'provider',
    'note',
  ),
  'recipient.deleted': telling(({ who, before }) => `${who} deleted the recipient ${before.name}`, 'mobile'),
  'till.items_changed': telling(({ who }) => `${who} changed the items of the till`, 'items'),
  'customer.noted': telling(({ who }) => `${who} noted something about a customer`),
  'customer.note_removed': telling(({ who }) => `${who} removed a note about a customer`),
  'customer.erased': telling(({ who }) => `${who} erased the personal data of a customer`),
  'payment_link.created': telling(
    ({ who, after }) => `${who} made the payment link ${after.title}`,
    'amount_bututs',
  ),
  'payment_link.changed': telling(
    ({ who, before }) => `${who} changed the payment link ${before.title}`,
    'title',
    'is_active',
    'expires_at',
    'max_payments',
    'providers',
  ),
  'payment_request.created': telling(
    ({ who, after }) => `${who} made the request to pay ${after.title} of ${money(String(after.amount))}`,
  ),
  'payment_request_list.created': telling(
    ({ who, after }) => `${who} made requests to pay from a file: ${after.name}`,
    'requests',
    'amount',
  ),
  'payment_request.cancelled': telling(
    ({ who, after }) => `${who} cancelled the request to pay ${after.title}`,
  ),
  'payment_request.paid_by_hand': telling(
    ({ who, after }) => `${who} marked the request to pay ${after.title} as paid by hand`,
    'amount',
    'note',
  ),
  'payment_request.mark_taken_back': telling(
    ({ who, after }) => `${who} took back that the request to pay ${after.title} was paid by hand`,
    'amount',
    'note',
    'said_by',
  ),
  'webhook_endpoint.created': telling(
    ({ who, after }) => `${who} added the webhook endpoint ${after.url}`,
    'events',
    'description',
  ),
  'webhook_endpoint.changed': telling(
    ({ who, before }) => `${who} changed the webhook endpoint ${before.url ?? ''}`.trimEnd(),
    'url',
    'events',
    'payload_form',
    'description',
    'status',
  ),
  'webhook_endpoint.resumed': telling(({ who, after }) =>
    `${who} resumed the webhook endpoint ${after.url ?? ''}`.trimEnd(),
  ),
  'webhook_endpoint.deleted': telling(
    ({ who, before }) => `${who} deleted the webhook endpoint ${before.url}`,
  ),
  'webhook_endpoint.secret_rotated': telling(({ who }) => `${who} rotated the secret of a webhook endpoint`),
  'webhook_endpoint.replayed': telling(
    ({ who }) => `${who} replayed what a webhook endpoint had missed`,
    'count',
  ),
  'webhook_delivery.resent': telling(({ who }) => `${who} resent a webhook`),
  'webhook_deliveries.resent': telling(({ who }) => `${who} resent failed webhooks`, 'count'),
};

const labels: Record<string, string> = {
  name: 'Name',
  role: 'Role',
  reason: 'Reason',
  scope: 'Scope',
  overlap_hours: 'Overlap',
  allowlist: 'Addresses',
  rows: 'Rows',
  total: 'Total',
  reference: 'Reference',
  amount: 'Amount',
  business_phone: 'Phone',
  business_email: 'E-mail',
  commission_bps: 'Commission',
  refund_commission: 'Commission of refunds',
  rate_limit_per_second: 'Requests a second',
  rate_limit_burst: 'Burst',
  payout_limit_bututs: 'Limit of a payout',
  payout_limit_day_bututs: 'Payouts a day',
  payout_limit_month_bututs: 'Payouts a month',
  mobile: 'Number',
  provider: 'Provider',
  note: 'Note',
  url: 'Address',
  events: 'Events',
  payload_form: 'Form of the body',
  description: 'Description',
  status: 'State',
  count: 'Webhooks',
  title: 'Title',
  amount_bututs: 'Amount',
  is_active: 'State',
  expires_at: 'Until',
  max_payments: 'Payments',
  providers: 'Providers',
};

/** An action that is told nowhere above is told by its own words. */
export function describeActivity(line: ActivityLine): Activity {
  const before = fieldsOf(line.before);
  const after = fieldsOf(line.after);
  // A request names what it would replace beside what it asks for.
  if ('previous' in after) before.allowlist ??= after.previous;
  const facts = {
    who: line.user?.name ?? 'Kaira',
    whom: line.subject_name ?? 'somebody',
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
    const label = labels[name] ?? name.replaceAll('_', ' ');
    return [{ label, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  });
  return { sentence: tell(facts), changes };
}

function railOf(subject: string): string {
  const [provider = 'a provider', direction = 'payment'] = subject.split(':');
  return `${direction}s on ${provider ? railName(provider) : 'a provider'}`;
}

function requestOf(fields: Fields): string {
  if (fields.kind === 'new_key') return 'a new key';
  if (fields.kind === 'key_rotation') {
    return fields.last4 ? `a rotation of the key ${keyOf(fields)}` : 'a key rotation';
  }
  if (fields.kind === 'new_person') return `adding ${fields.name} (${fields.email}) as ${fields.role}`;
  if (fields.kind === 'password_link') return `a new password link for ${fields.name} (${fields.email})`;
  if (fields.kind === 'new_operator') return `confirming ${fields.name} (${fields.email}) as ${fields.role}`;
  if (fields.kind === 'house_money')
    return `booking GMD ${fields.amount} of the house’s money at ${fields.provider}`;
  if (fields.kind === 'period_close') return `closing the live books until ${fields.last_day}`;
  if (fields.kind === 'payout') return `a payout of ${money(String(fields.amount))}`;
  if (fields.kind === 'refund') return `a refund of ${money(String(fields.amount))}`;
  if (fields.kind === 'payout_batch') return `paying a file of ${money(String(fields.amount))}`;
  if (fields.kind === 'settlement') return `a settlement of ${money(String(fields.amount))}`;
  if (fields.kind === 'application') return 'the papers of the business';
  if (fields.kind === 'settlement_account') return `settlements to ${accountOf(fields)}`;
  if (fields.kind === 'payout_approval') return 'a change of which payments wait for a second person';
  return fields.kind === 'ip_allowlist' ? 'a change of the IP allowlist' : 'a change';
}

function accountOf({ holder, bank, account_number, mobile }: Fields): string {
  return bank ? `the account ${account_number} at ${bank}` : `the wallet ${mobile ?? ''} of ${holder ?? ''}`;
}

function keyOf({ prefix, last4 }: Fields): string {
  return `${prefix ?? ''}…${last4 ?? ''}`;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (name.startsWith('payout_limit') && typeof value === 'number') return money(amountOf(value));
  if (name === 'provider' && typeof value === 'string') return railName(value);
  if (name === 'commission_bps' && typeof value === 'number') return percent(value);
  if (name === 'overlap_hours') return `${value} h`;
  if (name === 'payout_approval_above' && typeof value === 'string') return money(value);
  if (name === 'amount_bututs' && typeof value === 'string') return money(formatAmount(BigInt(value)));
  if (name === 'is_active') return value === true ? 'on' : 'switched off';
  if (name === 'expires_at' && typeof value === 'string') return exactTime(value);
  if (name === 'providers' && Array.isArray(value)) return value.map(String).map(railName).join(', ');
  if (name === 'total' && typeof value === 'string') return money(value);
  if (name === 'allowlist' && Array.isArray(value))
    return value.length > 0 ? value.join(', ') : 'any address';
  if (name === 'events' && Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'all of them';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
