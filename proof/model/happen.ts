import { presentEvent, queueOf } from './answers.ts';
import { choose } from './explore.ts';
import { deliverDue, queueDeliveries } from './webhooks.ts';
import {
  type Account,
  commission,
  type Due,
  OVERTAKEN_S,
  type Payment,
  payingRails,
  type Rail,
  RESOLVE_S,
  type Status,
  timeNow,
  type World,
} from './world.ts';

// What changes a payment, and what follows from it: its event, its line in the statement, the float and the queue.

const collectionEvents: Partial<Record<Status, string>> = {
  SUCCEEDED: 'payment.succeeded',
  FAILED: 'payment.failed',
  EXPIRED: 'payment.expired',
  CANCELLED: 'payment.cancelled',
};

/** spec, Event types; contract §7: AWAITING_LIQUIDITY is announced by payout.pending; contract-more §11: refund.*. */
function eventOf({ type, status }: Payment): string | undefined {
  if (type === 'collection') return collectionEvents[status];
  return `${type}.${status === 'AWAITING_LIQUIDITY' ? 'pending' : status.toLowerCase()}`;
}

/** One status change: one event (spec, Events), and whatever it moves of `available` (contract-more §13). */
export function become(world: World, account: Account, payment: Payment, to: Omit<Due, 'at'>): void {
  const from = payment.status;
  const wasFinal = from !== 'PENDING' && from !== 'AWAITING_LIQUIDITY';
  const isFinal = to.status !== 'PENDING' && to.status !== 'AWAITING_LIQUIDITY';
  payment.status = to.status;
  payment.failure = to.failure ?? null;
  payment.changes++;
  // A creation and what follows it in the same step are two moments, and so are two changes of one call of `advance`.
  const name = timeNow(world, `${payment.id} change ${payment.changes}`);
  payment.updatedAt = name;
  if (isFinal) {
    payment.firstCompletedAt = wasFinal ? payment.completedAt : null;
    payment.completedAt = name;
    payment.closedAt ??= account.now;
  }
  if (payment.type === 'collection' && to.status === 'SUCCEEDED' && wasFinal) payment.isLate = true;
  if (to.status === 'REVERSED') payment.reversal = name;
  bookChange(world, account, payment);
  const event = eventOf(payment);
  if (event !== undefined) announce(world, account, payment, event);
}

/** contract-more §13: one line of the statement for each journal that touches `available`. */
export function book(world: World, account: Account, payment: Payment, kind: string, amount: number): void {
  const balance = (account.lines.at(-1)?.balance ?? 0) + amount;
  const at = timeNow(world, `line ${account.lines.length} of ${account.name}`);
  account.lines.push({ kind, payment: payment.id, amount, balance, at });
}

function bookChange(world: World, account: Account, payment: Payment): void {
  const { type, status, amount } = payment;
  if (type === 'collection') {
    const net = amount - commission(amount, account.commissionBps);
    if (status === 'SUCCEEDED') book(world, account, payment, 'collection', net);
  } else if (status === 'FAILED') {
    book(world, account, payment, `${type}_returned`, amount);
  } else if (status === 'REVERSED') {
    book(world, account, payment, 'reversal', amount);
  }
}

function announce(world: World, account: Account, payment: Payment, event: string): void {
  const told = {
    id: `event ${payment.changes} of ${payment.id}`,
    event,
    payment: payment.id,
    data: presentEvent(account, payment),
    at: timeNow(world, `event ${payment.changes} of ${payment.id}`),
    isTwice: event === 'payment.succeeded' && payment.scenario === 'duplicate_webhook' && isScenario(payment),
  };
  account.events.push(told);
  // contract-more §18: the two events of webhooks_out_of_order are delivered in reverse.
  const isReversed =
    payment.scenario === 'webhooks_out_of_order' && event === 'payment.expired' && isScenario(payment);
  const after = isReversed ? `event ${payment.changes + 1} of ${payment.id}` : null;
  queueDeliveries(account, told, after);
}

/** contract-more §18: magic amounts win over a scenario. */
export function isScenario({ type, amount, scenario }: Payment): boolean {
  return scenario !== null && !(type === 'collection' && isMagic(amount));
}

const magic: Record<number, [Status, string?]> = {
  10000: ['SUCCEEDED'],
  40000: ['FAILED', 'INSUFFICIENT_FUNDS'],
  40300: ['FAILED', 'ACCOUNT_BLOCKED'],
  40800: ['EXPIRED'],
  42900: ['FAILED', 'RATE_LIMIT_EXCEEDED'],
  49900: ['CANCELLED'],
};

export function isMagic(amount: number): boolean {
  return amount in magic || amount === 20_000 || amount === 50_000;
}

const collectionScenarios: Record<string, [number, Status, string?][]> = {
  success: [[1, 'SUCCEEDED']],
  insufficient_funds: [[1, 'FAILED', 'INSUFFICIENT_FUNDS']],
  account_blocked: [[1, 'FAILED', 'ACCOUNT_BLOCKED']],
  declined: [[1, 'FAILED', 'DECLINED']],
  expired: [[1, 'EXPIRED']],
  cancelled: [[1, 'CANCELLED']],
  late_success: [
    [1, 'EXPIRED'],
    [3, 'SUCCEEDED'],
  ],
  unknown_then_success: [[4, 'SUCCEEDED']],
  unknown_then_failure: [[4, 'FAILED', 'DECLINED']],
  duplicate_webhook: [[1, 'SUCCEEDED']],
  webhooks_out_of_order: [
    [1, 'EXPIRED'],
    [3, 'SUCCEEDED'],
  ],
};

const payoutScenarios: Record<string, [number, Status, string?][]> = {
  pending_then_success: [[4, 'SUCCEEDED']],
  pending_then_failure: [[4, 'FAILED', 'RECIPIENT_NOT_ELIGIBLE']],
  reversed: [[3, 'REVERSED']],
};

/**
 * What becomes of it by itself: spec, Sandbox magic amounts; contract §8; contract-more §18 and the guide
 * test-your-integration, whose times are one, three and four times SANDBOX_RESOLVE_MS.
 */
export function fateOf(account: Account, payment: Payment, checkoutSeconds: number): Due[] {
  const step = ([times, status, why]: [number, Status, string?]): Due => ({
    at: account.now + times * RESOLVE_S,
    status,
    ...(why !== undefined && { failure: why }),
  });
  if (payment.type !== 'collection') return (payoutScenarios[payment.scenario ?? ''] ?? []).map(step);
  if (payment.amount === 20_000) return [];
  const outcome = magic[payment.amount];
  if (outcome !== undefined) return [step([1, ...outcome])];
  const scenario = collectionScenarios[payment.scenario ?? ''];
  if (scenario !== undefined) return scenario.map(step);
  return [{ at: account.now + checkoutSeconds, status: 'EXPIRED' }];
}

/** The next thing that is due takes place. */
function happenNext(world: World, account: Account, payment: Payment): void {
  const [next, ...later] = payment.due;
  payment.due = later;
  if (next === undefined) return;
  const { at: _at, ...to } = next;
  become(world, account, payment, to);
  if (payment.type === 'collection') return;
  const rail = payment.provider;
  const float = account.floats[rail] ?? 0;
  // No document says whether the float of the sandbox has back what failed or was reversed.
  if (to.status === 'FAILED' || to.status === 'REVERSED') {
    account.floats[rail] = choose([float + payment.amount, float]);
  }
  release(world, account, rail);
}

/**
 * contract §4: released first come, first served per rail; one that is too big is overtaken by a later one that fits,
 * until it is an hour old. `float_short` (guide test-your-integration): for an hour or until the float is funded.
 */
export function release(world: World, account: Account, rail: Rail, isFunded = false): void {
  for (const payment of queueOf(account, rail)) {
    const { wait } = payment;
    if (wait === null) continue;
    const isOld = account.now - wait.since >= OVERTAKEN_S;
    const float = isFunded || isOld ? endShortage(account, payment) : (account.floats[rail] ?? 0);
    if (!wait.isByScenario && payment.amount <= float) {
      account.floats[rail] = float - payment.amount;
      payment.wait = null;
      send(world, account, payment);
    } else if (isOld) return;
  }
}

/**
 * guide test-your-integration: `float_short` waits for an hour or until the float is funded. Whether it then goes where
 * the float is still short, and what the scenario brings, no document says.
 */
function endShortage(account: Account, { provider: rail, amount, wait }: Payment): number {
  const float = account.floats[rail] ?? 0;
  if (wait === null || !wait.isByScenario) return float;
  wait.isByScenario = false;
  if (float >= amount) return float;
  account.floats[rail] = choose([float + amount, float, amount]);
  return account.floats[rail];
}

/** contract §4: the sandbox answers at once; §11: a refund goes as payouts do. */
export function send(world: World, account: Account, payment: Payment): void {
  become(world, account, payment, { status: 'SUCCEEDED' });
}

/** All that is due until then, in its order (contract-more §18). */
export function advance(world: World, account: Account, seconds: number): void {
  const until = account.now + seconds;
  const open = account.payments.filter(({ closedAt }) => closedAt === null);
  deliverDue(account, account.now);
  for (;;) {
    const times = account.payments.flatMap((each) => each.due.slice(0, 1).map(({ at }) => at));
    const waits = account.payments.flatMap(({ wait }) => (wait === null ? [] : [wait.since + OVERTAKEN_S]));
    const next = Math.min(...times, ...waits.filter((at) => at > account.now));
    if (next > until) break;
    deliverDue(account, next - 1);
    account.now = next;
    for (const payment of [...account.payments]) {
      if (payment.due[0]?.at === next) happenNext(world, account, payment);
    }
    for (const rail of payingRails) release(world, account, rail);
  }
  account.now = until;
  for (const payment of open) if (payment.closedAt !== null) payment.closedAt = 'meanwhile';
  deliverDue(account, until);
}
