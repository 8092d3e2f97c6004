import type { Environment } from '#lib/context';
import { type Bututs, formatAmount } from '#lib/money';
import { current } from '#proof/simulation/stage';
import { ask, count, type Town, until } from './town.ts';

// What the shop does by the API: it sells, gives back, and pays.

const endings = ['SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REVERSED'];
const names = ['Isatou Njie', 'Modou Ceesay', 'Binta Sowe', 'Ebrima Camara'];

interface Sale {
  environment: Environment;
  provider: string;
  amount: Bututs;
  reference: string;
  /** In live: what the customer pays instead of the amount. */
  paid?: Bututs;
  /** In the sandbox: what becomes of it. */
  scenario?: string;
}

/** Sold and paid; the transaction as it ended, or as it stands where the rail's word fits nothing. */
export async function sell(town: Town, sale: Sale) {
  const { environment, provider, amount, reference } = sale;
  const mobile = `+2207${String(100_000 + (town.done['sales paid'] ?? 0) * 7).slice(-6)}`;
  const begun = await ask(town, environment, 'POST /collections/initiate', {
    body: {
      ...{ amount: formatAmount(amount), currency: 'GMD', client_reference: reference, provider },
      ...{ customer_name: names[Number(amount) % names.length], customer_mobile: mobile },
      ...{ success_url: 'https://shop.example/paid', error_url: 'https://shop.example/not-paid' },
    },
    ...(environment === 'SANDBOX' && { headers: { 'x-gw-scenario': sale.scenario ?? 'success' } }),
  });
  if (environment === 'LIVE') await pay(town, begun, sale, mobile);
  if (sale.paid !== undefined) return begun;
  const ended = await endOf(town, environment, 'collection', reference);
  count(town, ended.status === 'SUCCEEDED' ? 'sales paid' : 'sales that nobody paid');
  return ended;
}

/** What the customer does: types what came by message, or pays on the rail's page. */
// biome-ignore lint/suspicious/noExplicitAny: what the API answered
async function pay(town: Town, begun: any, { provider, paid }: Sale, mobile: string): Promise<void> {
  const { rails, timeline } = current();
  if (begun.next_action?.type === 'submit_otp') {
    const { code } = await rails.control<{ code: string }>(`/sms?mobile=${encodeURIComponent(mobile)}`);
    await ask(town, 'LIVE', `POST /collections/${begun.transaction_id}/otp`, { body: { otp: code } });
    return;
  }
  await timeline.wait(20_000);
  await rails.control('/pay', {
    ...{ rail: provider, reference: begun.transaction_id },
    ...(paid !== undefined && { amount: formatAmount(paid) }),
  });
}

interface Payment {
  environment: Environment;
  provider: string;
  amount: Bututs;
  reference: string;
  mobile?: string;
  recipientId?: string;
}

/** Paid out; the transaction as it ended. */
export async function payOut(town: Town, payment: Payment) {
  const { environment, provider, amount, reference, recipientId } = payment;
  await ask(town, environment, 'POST /payouts/initiate', {
    body: {
      ...{ amount: formatAmount(amount), currency: 'GMD', client_reference: reference, provider },
      ...(recipientId
        ? { recipient_id: recipientId }
        : { recipient_mobile: payment.mobile ?? '+2203456789' }),
    },
  });
  const ended = await endOf(town, environment, 'payout', reference);
  count(town, `payouts ${ended.status.toLowerCase()}`);
  return ended;
}

/** What is left of it, or a part. */
export async function giveBack(
  town: Town,
  environment: Environment,
  { collection, amount }: { collection: string; amount?: Bututs },
) {
  const reference = `back-${collection}`;
  await ask(town, environment, 'POST /refunds', {
    body: {
      ...{ collection, client_reference: reference, reason: 'It came back.' },
      ...(amount !== undefined && { amount: formatAmount(amount) }),
    },
  });
  const ended = await endOf(town, environment, 'refund', reference);
  if (ended.status !== 'SUCCEEDED') throw new Error(`The refund ${reference} is ${ended.status}`);
  count(town, `refunds by ${ended.method}, ${amount === undefined ? 'whole' : 'in part'}`);
  return ended;
}

export function endOf(town: Town, environment: Environment, type: string, reference: string) {
  return until(`the end of ${reference}`, async () => {
    const told = await ask(town, environment, `GET /${type}s/status/${encodeURIComponent(reference)}`);
    return endings.includes(told.status) && told;
  });
}

export async function balanceOf(town: Town, environment: Environment): Promise<Bututs> {
  const told = await ask(town, environment, 'GET /client/balance');
  return BigInt(told.available_balance_bututs);
}
