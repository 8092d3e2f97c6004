import { bare, id, invalid, present, presentFloat, success } from './answers.ts';
import { type Answer, any, type Expected, text } from './expected.ts';
import { isText } from './fields.ts';
import {
  type Account,
  figure,
  figuresOf,
  gmd,
  type Payment,
  payingRails,
  paymentOf,
  type Rail,
  rails,
  time,
} from './world.ts';

// What the client reads of its account: spec, Account utilities; contract §5; contract-more §13.

/** spec, Balance; contract §4 and contract-more §11, §20 add held, total_refunded and adjustments. */
export function balance(account: Account): Answer {
  const figures = figuresOf(account);
  return success({
    ...figure('available_balance', figures.available),
    ...figure('total_collected', figures.collected),
    ...figure('platform_commissions', figures.commissions),
    ...figure('net_collections', figures.collected - figures.commissions),
    ...figure('adjustments', 0),
    ...figure('total_paid_out', figures.paidOut),
    ...figure('total_refunded', figures.refunded),
    ...figure('held', figures.held),
    successful_collections: figures.collections,
    total_payouts: figures.payouts,
  });
}

/** contract §5. All that happens in a run happens today. */
export function stats(account: Account): Answer {
  const figures = figuresOf(account);
  const pending = account.payments.filter(
    ({ type, status }) => type !== 'refund' && (status === 'PENDING' || status === 'AWAITING_LIQUIDITY'),
  );
  return bare({
    ...figure('total_volume', figures.collected),
    ...figure('today_earnings', figures.collected - figures.commissions),
    ...pendingOf(pending),
  });
}

function pendingOf(pending: Payment[]): Record<string, Expected> {
  const volume = pending.reduce((sum, { amount }) => sum + amount, 0);
  return { pending_transactions_count: pending.length, ...figure('pending_volume', volume) };
}

/** contract §5: exactly 7 items, oldest first, today last, zeros filled in. */
export function chart(account: Account, now: number): Answer {
  const figures = figuresOf(account);
  const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString().slice(0, 10);
  const item = (ago: number, bututs: number, count: number): Expected => ({
    ...{ date: day(ago), earnings_bututs: bututs, earnings_gmd: gmd(bututs), count },
  });
  const before = [6, 5, 4, 3, 2, 1].map((ago) => item(ago, 0, 0));
  return bare([...before, item(0, figures.collected - figures.commissions, figures.collections)]);
}

export function floats(account: Account): Answer {
  // The order is in no document.
  return success({
    $: 'set',
    items: payingRails.map((rail) => presentFloat(account, rail, account.floats[rail] ?? 0)),
  });
}

const types = ['collection', 'payout', 'refund'];
const statuses = ['PENDING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED', 'AWAITING_LIQUIDITY', 'REVERSED'];

/** contract §5, Transactions. */
export function transactions(account: Account, query: Record<string, string>, step: number): Answer {
  const isWhole = (value: string | undefined) => value === undefined || /^[1-9]\d{0,8}$/.test(value);
  const faults = [
    ...(isWhole(query.page) ? [] : ['page']),
    ...(isWhole(query.limit) && Number(query.limit ?? 1) <= 100 ? [] : ['limit']),
    ...(query.type === undefined || types.includes(query.type) ? [] : ['type']),
    ...(query.status === undefined || statuses.includes(query.status) ? [] : ['status']),
    ...(query.reference === undefined || isText(255)(query.reference) ? [] : ['reference']),
  ];
  if (faults.length > 0) return invalid(faults);
  const found = account.payments
    .filter(
      (each) =>
        (query.type ?? each.type) === each.type &&
        (query.status ?? each.status) === each.status &&
        (query.provider ?? each.provider) === each.provider &&
        (query.reference ?? each.reference) === each.reference,
    )
    .toReversed();
  const limit = Number(query.limit ?? 10);
  const page = Number(query.page ?? 1);
  const after = account.cursors[query.cursor?.replace(/^⟨(.*)⟩$/, '$1') ?? ''];
  const from = after === undefined ? (page - 1) * limit : found.findIndex((each) => each.id === after) + 1;
  const shown = found.slice(from, from + limit);
  const isEnd = from + limit >= found.length;
  const cursor = `cursor ${account.name} ${step}`;
  const last = shown.at(-1);
  if (!isEnd && last !== undefined) account.cursors[cursor] = last.id;
  return {
    ...success(null),
    body: {
      status: 'success',
      data: shown.map((each) => present(account, each, 'list')),
      pagination: {
        ...{ page, limit, total: found.length },
        // Of an empty list no document says whether it fills a page.
        total_pages: found.length === 0 ? { $: 'oneOf', options: [0, 1] } : Math.ceil(found.length / limit),
        next_cursor: isEnd ? null : { $: 'same', name: cursor, source: '^.{1,200}$' },
      },
    },
  };
}

/** contract-more §13. Of today: all that there is. */
export function statement(account: Account, day: string): Answer {
  const totals: Record<string, { count: number; bututs: number }> = {};
  for (const { kind, amount } of account.lines) {
    totals[kind] ??= { count: 0, bututs: 0 };
    const total = totals[kind];
    total.count++;
    total.bututs += amount;
  }
  return success({
    ...{ from: day, to: day, currency: 'GMD', opening_balance: '0.00' },
    closing_balance: gmd(account.lines.at(-1)?.balance ?? 0),
    totals: Object.fromEntries(
      Object.entries(totals).map(([kind, { count, bututs }]) => [kind, { count, amount: gmd(bututs) }]),
    ),
    lines: account.lines.map((line) => {
      const { reference, name, mobile, refund } = paymentOf(account, line.payment);
      const payer = refund === null ? name : paymentOf(account, refund.of).name;
      return {
        at: time(line.at),
        kind: line.kind,
        transaction_id: id(line.payment),
        client_reference: reference,
        // The description of the API: the name, else the number, of who paid or was paid; null without.
        counterparty: payer ?? mobile,
        debit: line.amount < 0 ? gmd(-line.amount) : null,
        credit: line.amount < 0 ? null : gmd(line.amount),
        balance: gmd(line.balance),
      };
    }),
  });
}

/** contract §5: entries with the running balance, of `available` where no other account is named (the description). */
export function ledger(account: Account, limit: number): Answer {
  const items = account.lines.map((line) => ({
    journal_id: any,
    transaction_id: id(line.payment),
    account: 'available',
    kind: text,
    amount: gmd(line.amount),
    ...figure('balance_after', line.balance),
    created_at: any,
  }));
  // Their order, and what an entry's kind is called, are in no document; neither is more than one page compared.
  const data: Expected = items.length > limit ? any : { $: 'set', items };
  const pagination = { limit, next_cursor: items.length > limit ? text : null };
  return { ...success(null), body: { status: 'success', data, pagination } };
}

/** contract §7: GET /api/v1/events. */
export function events(account: Account, transaction: string | undefined, limit: number): Answer {
  const told = account.events.filter(({ payment }) => transaction === undefined || payment === transaction);
  const items = told.map((each) => ({
    ...{ id: id(each.id), event: each.event, data: each.data, created_at: time(each.at) },
  }));
  return {
    ...success(null),
    body: {
      status: 'success',
      // In which order is in no document.
      data: { $: 'set', items },
      pagination: { limit, next_cursor: null },
    },
  };
}

/** spec, Client profile. */
export function profile(): Answer {
  return bare({ id: text, name: text, businessPhone: text, businessEmail: text, status: 'ACTIVE' });
}

const styles: Record<Rail, string> = {
  PROVIDER_W: 'redirect',
  PROVIDER_A: 'otp',
  PROVIDER_C: 'redirect',
  PROVIDER_C_CARD: 'card',
};

/** contract §5: per rail and operation. The sandbox's rails always work (guide sandbox). */
export function railsStatus(account: Account): Answer {
  const status = account.environment === 'SANDBOX' ? 'OPERATIONAL' : 'CLOSED';
  const items = rails.map((rail) => ({
    ...{ provider: rail, provider_name: any, style: styles[rail] },
    operations: {
      $: 'set' as const,
      items: ['collection', 'payout']
        .filter((operation) => operation === 'collection' || payingRails.includes(rail))
        .map((operation) => ({ operation, status })),
    },
  }));
  return success({ $: 'set', items });
}
