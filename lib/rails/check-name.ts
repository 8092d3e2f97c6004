import type { Context } from '#lib/context';
import { createTokenBuckets } from '#lib/http/token-bucket';
import { newId } from '#lib/ids';
import type { Bututs } from '#lib/money';
import { askRail } from '#lib/rails/ask-rail';
import type { Rail, RecipientCheck } from '#lib/rails/rail';
import { settings } from '#lib/settings';

/** People wait for it, and it is no more than advice. */
const DEADLINE_MS = 5_000;

/**
 * PROVIDER_W answers thirty checks of a number in five minutes, and then none for an hour (rails.md §1.1): 10 + 300 s ×
 * the rate are no more than that, so that nobody's quotes make it silent about a number for everybody.
 */
const PER_NUMBER = { ratePerSecond: 20 / 300, burst: 10 };
const MOST_NUMBERS = 10_000;
const asked = createTokenBuckets({ ...PER_NUMBER, maxKeys: MOST_NUMBERS });

/**
 * Whether the rail knows the number by this name; `UNAVAILABLE` too where it cannot say, or no name was given.
 * Guarantee: an answer, whatever the rail does; it moves nothing and stores nothing, and the caller's place is free
 * meanwhile (`askRail`).
 */
export async function checkName(
  ctx: Context,
  rail: Rail,
  { mobile, name, amountBututs }: { mobile: string; name: string | undefined; amountBututs: Bututs },
): Promise<RecipientCheck> {
  const { checkRecipient } = rail;
  if (name === undefined || checkRecipient === undefined) return 'UNAVAILABLE';
  const { environment } = ctx;
  if (environment === 'LIVE' && !mayAsk(`${rail.traits.provider} ${mobile}`)) return 'UNAVAILABLE';
  const now = ctx.now();
  const call = { key: newId(now), deadlineMs: DEADLINE_MS, now };
  const about = { environment, provider: rail.traits.provider, clientId: ctx.client.id };
  const answer = await askRail(about, 'check_recipient', () =>
    checkRecipient({ mobile, name, amountBututs }, call),
  );
  return answer.kind === 'done' ? answer.value : 'UNAVAILABLE';
}

/** Each server process has its share of what a rail answers. */
function mayAsk(number: string): boolean {
  const share = settings().WEB_CONCURRENCY;
  const rate = {
    ratePerSecond: PER_NUMBER.ratePerSecond / share,
    burst: Math.max(1, Math.floor(PER_NUMBER.burst / share)),
  };
  return asked.take(number, performance.now(), rate).allowed;
}
