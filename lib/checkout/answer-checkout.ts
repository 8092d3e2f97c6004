import type { Checkout } from '#lib/checkout/find-checkout';
import { systemClock } from '#lib/clock';
import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { bookedLater } from '#lib/rail-work/book-collection';
import type { CollectionNews } from '#lib/rails/rail';
import { traitsOf } from '#lib/rails/registry';
import { answerCheckout as answerOf } from '#lib/rails/simulator';
import { settings } from '#lib/settings';
import { commitChanges } from '#lib/transactions/advance';
import { decide, triggerOf } from '#lib/transactions/decide';
import type { Transaction } from '#lib/transactions/transaction';

const choices = ['pay', 'decline', 'cancel'] as const;
export type Choice = (typeof choices)[number];

export function isChoice(text: string | null): text is Choice {
  return choices.some((each) => each === text);
}

/** Whether the simulator has a page for it: live rails, and the rail with a password, have none here. */
export function hasSimulatorPage({ environment, provider }: Transaction): boolean {
  return environment === 'SANDBOX' && traitsOf(provider).style !== 'otp';
}

/**
 * What a magic amount ends as, whatever is chosen, or undefined where the choice decides. It is found by asking for
 * every choice, so that only the simulator knows which amounts are magic.
 */
export function fixedOutcome(transaction: Transaction): CollectionNews | undefined {
  const [first, ...others] = choices.map((choice) => simulate(transaction, choice));
  return others.every((each) => each.state === first?.state) ? first : undefined;
}

/**
 * Guarantee: a collection that waits takes the choice, once. A choice after the end moves nothing, and of two at the
 * same time the first counts: it is committed on what was read, and never decided anew, because a `pay` that came
 * after a `cancel` would then be booked as a late success. Says what the simulator says; for the sandbox only.
 */
export async function answerCheckout({ transaction, client }: Checkout, choice: Choice): Promise<void> {
  if (!hasSimulatorPage(transaction) || transaction.status !== 'PENDING') return;
  const news = simulate(transaction, choice);
  const trigger = triggerOf(news);
  if (trigger === null) return;
  const ctx: Context = {
    client,
    environment: transaction.environment,
    actor: { type: 'rail', provider: transaction.provider },
    now: systemClock,
  };
  const change = decide(transaction, transaction, trigger, ctx.now());
  invariant(!('refused' in change), 'a collection that waits takes any word of its rail');
  await commitChanges(ctx, [{ ...change, operations: bookedLater(news, ctx.now()) }]);
}

function simulate(transaction: Transaction, choice: Choice): CollectionNews {
  return answerOf(transaction, choice, settings().SANDBOX_RESOLVE_MS);
}
