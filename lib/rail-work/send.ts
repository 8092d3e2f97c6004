import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { bookRecord, bookRefusal, payoutSteps, stayInFlight, underWay } from '#lib/rail-work/book-payout';
import { type Booking, type Moment, type Ran, run } from '#lib/rail-work/run';
import type { Outcome, PayoutView } from '#lib/rails/rail';
import type { Change, OperationKind } from '#lib/transactions/decide';
import { toRailPayout } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

/** A rail that said that it is short is left alone for half as long as the payout has waited, within these bounds. */
const SHORT_FOR_SECONDS = { least: 60, most: 900 };

type Sent = PayoutView | 'float_short';

interface SendOptions {
  /** The changes that go before it; left out: it is under way already. Null: it is not to be sent any more. */
  begin?: (present: Transaction, now: Date) => Change[] | null;
  isNew?: boolean;
  answer?: (after: Transaction) => unknown;
  turns?: number;
  taken?: OperationKind;
}

/**
 * Sends a payout, and books what came of it. Only the rail's word ends it: what is not known stays `PENDING` and is
 * looked into. A rail that does a key once is given the payout's own id, for ever, so that nothing that was sent late,
 * twice or by a process thought dead pays a second time. Any other rail has no key; each call is one of its own, and is
 * not begun while an earlier one may have paid (`may_move_twice` in db/functions/28_write_rows.sql).
 */
export async function send(ctx: Context, payout: Transaction, options: SendOptions = {}): Promise<Ran<Sent>> {
  const ran = await run<Sent>(ctx, 'send', payout, {
    ...options,
    begin: options.begin ?? whileInFlight,
    key: (rail, { id }) => (rail.traits.payoutRepeat === 'by_key' ? id : undefined),
    ask: (rail, call, present) => {
      invariant(rail.sendPayout, `${present.provider} pays out`);
      return rail.sendPayout(toRailPayout(present), call);
    },
    book,
  });
  if (payout.environment === 'LIVE' && ran.answer?.kind === 'done') {
    await (ran.answer.value === 'float_short' ? noteShortness(ctx, payout) : forgetShortness(payout));
  }
  return ran;
}

function whileInFlight(present: Transaction, now: Date): Change[] | null {
  return present.status === 'PENDING' ? [underWay(present, null, now)] : null;
}

function book(present: Transaction, answer: Outcome<Sent>, at: Moment): Booking | null {
  const { now, rail } = at;
  if (answer.kind === 'refused') return bookRefusal(present, answer.failure, now);
  if (answer.kind === 'done') {
    if (answer.value !== 'float_short') return bookRecord(present, answer.value, null, at, 'send');
    // Held as before, but no longer in flight.
    const changes = payoutSteps(present, [{ kind: 'payout_float_short' }], now);
    return changes && { changes: changes.map((each) => ({ ...each, dropOperations: true })) };
  }
  const booking = stayInFlight(present, 'send', answer.kind, at);
  const isCase = answer.kind === 'unknown' && rail.traits.payoutRepeat === 'never';
  if (!booking || !isCase) return booking;
  const reason = 'The rail’s answer was lost, and it cannot be asked.';
  return { ...booking, cases: [{ kind: 'unknown_outcome', details: { what: present.type, reason } }] };
}

async function noteShortness(ctx: Context, { provider, heldSince }: Transaction): Promise<void> {
  const heldFor = heldSince === null ? 0 : (ctx.now().getTime() - heldSince.getTime()) / 1000;
  const seconds = Math.min(SHORT_FOR_SECONDS.most, Math.max(SHORT_FOR_SECONDS.least, heldFor / 2));
  await sqlClient()`
    insert into rail_wallets (provider, short_until)
    values (${provider}, now() + make_interval(secs => ${seconds}))
    on conflict (provider) do update set short_until = greatest(rail_wallets.short_until, excluded.short_until)`;
}

async function forgetShortness({ provider, heldSince }: Transaction): Promise<void> {
  if (heldSince === null) return;
  await sqlClient()`update rail_wallets set short_until = null where provider = ${provider} and short_until is not null`;
}
