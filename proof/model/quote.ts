import { failure, id, queueOf, success } from './answers.ts';
import { refuseFields } from './collections.ts';
import { type Answer, any, type Expected } from './expected.ts';
import { type Body, faultsOf, isAmount, isGmd, isMobile, isString, isText } from './fields.ts';
import {
  type Account,
  bututsOf,
  figuresOf,
  gmd,
  OVERTAKEN_S,
  type Payment,
  payingRails,
  type Rail,
  railNames,
  time,
} from './world.ts';

/** contract-more §14, guide payouts (Ask first): what a payout would do if it were sent now; nothing is stored. */
export function quote(account: Account, body: Body): Answer {
  const faults = faultsOf(body, {
    amount: { required: true, check: isAmount },
    currency: { required: true, check: isGmd },
    recipient_mobile: { required: true, check: isMobile },
    provider: { check: isString },
    recipient_name: { check: isText(120) },
  });
  const refused = refuseFields(body, faults);
  if (refused !== undefined) return refused;
  const provider = (body.provider ?? 'PROVIDER_W') as Rail;
  if (!payingRails.includes(provider) || account.environment === 'LIVE') {
    return failure(422, 'provider_not_enabled');
  }
  const amount = bututsOf(body.amount as string);
  const mobile = body.recipient_mobile as string;
  const { available } = figuresOf(account);
  const isRefused = amount > available;
  const isClosed = queueOf(account, provider).some(
    ({ wait }) => account.now - (wait?.since ?? 0) >= OVERTAKEN_S,
  );
  const isShort = isClosed || amount > (account.floats[provider] ?? 0);
  return success({
    // guide payouts: nothing is taken for a payout.
    ...{ amount: gmd(amount), fee: '0.00', total_debit: gmd(amount) },
    ...{ available_balance: gmd(available), available_after: gmd(available - amount) },
    // The description: false when it would be refused.
    will_be_held: !isRefused && isShort,
    would_be_refused_with: isRefused ? 'INSUFFICIENT_BALANCE' : null,
    limits: { per_payout: null, day: null, month: null, rail_day: null, rail_month: null },
    ...{ provider, provider_name: railNames[provider], operator: any, recipient: null },
    name_check: nameCheck(provider, mobile, body.recipient_name),
    recent_twins: twinsOf(account, mobile, amount),
  });
}

/** contract-more §14, sandbox: 00 does not match, 01 partly, any other matches; PROVIDER_C cannot say. */
function nameCheck(provider: Rail, mobile: string, name: unknown): string {
  if (name === undefined || provider === 'PROVIDER_C') return 'UNAVAILABLE';
  if (mobile.endsWith('00')) return 'NO_MATCH';
  return mobile.endsWith('01') ? 'PARTIAL' : 'MATCH';
}

/** guide payouts: what went, or is on its way, to the same number, in any of its spellings, with the same amount. */
function twinsOf(account: Account, mobile: string, amount: number): Expected {
  const isOut = ({ type, refund }: Payment) => type === 'payout' || refund?.method === 'payout';
  const twins = account.payments.filter(
    (each) =>
      isOut(each) &&
      each.amount === amount &&
      each.mobile?.slice(-7) === mobile.slice(-7) &&
      each.status !== 'FAILED',
  );
  // Whether what came back had gone is in no document.
  if (twins.some(({ status }) => status === 'REVERSED')) return any;
  return twins.toReversed().map((each) => ({
    transaction_id: id(each.id),
    ...{ type: each.type, client_reference: each.reference, status: each.status },
    ...{ delivered_after_failure: false, created_at: time(each.createdAt) },
  }));
}
