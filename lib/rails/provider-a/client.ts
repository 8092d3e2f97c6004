import { callRail, countdown, type RailAnswer } from '#lib/rails/call-rail';
import { translateLogin } from '#lib/rails/provider-a/translate';
import type { Outcome } from '#lib/rails/rail';
import { done, notSent, outcomeOf } from '#lib/rails/wire';

interface ClientOptions {
  baseUrl: string;
  username: string;
  mobile: string;
  password: string;
}

interface ClientRequest {
  /** From `/api/v1/payment-gateway/` on. */
  path: string;
  json: unknown;
  timeoutMs: number;
  /** What moves money is sent once, on a connection of its own, and not again even when we have to log in anew. */
  movesMoney?: boolean;
}

/** A token is not used in its last minute, nor in the second half of a shorter life. */
const SPARE_MS = 60_000;

/**
 * Speaks HTTP with PROVIDER_A, and nothing more. Its log-in is kept until shortly before it ends; there is one log-in
 * at a time. What failed before the request itself went out is `not_sent`.
 */
export function createClient({ baseUrl, ...credentials }: ClientOptions) {
  let kept: { accessToken: string; endsAt: number } | undefined;
  let loggingIn: Promise<Outcome<string>> | undefined;

  async function logIn(timeoutMs: number): Promise<Outcome<string>> {
    const url = `${baseUrl}/api/v1/login`;
    const json = { ...credentials, access_channel: 'API' };
    const told = outcomeOf(await callRail({ method: 'POST', url, json, timeoutMs }), translateLogin);
    if (told.kind !== 'done') return told;
    const { accessToken, lifetimeMs } = told.value;
    const endsAt = performance.now() + Math.max(lifetimeMs - SPARE_MS, lifetimeMs / 2);
    kept = { accessToken, endsAt };
    return done(accessToken);
  }

  function keptToken(): Outcome<string> | undefined {
    return kept !== undefined && performance.now() < kept.endsAt ? done(kept.accessToken) : undefined;
  }

  async function logInWithin(timeoutMs: number): Promise<Outcome<string>> {
    loggingIn ??= logIn(timeoutMs).finally(() => {
      loggingIn = undefined;
    });
    // Whoever began it may have more time than we have.
    return within(timeoutMs, loggingIn);
  }

  async function ask({ path, json, timeoutMs, movesMoney = false }: ClientRequest): Promise<RailAnswer> {
    const timeLeft = countdown(timeoutMs);
    for (let isLast = movesMoney; ; isLast = true) {
      const token = keptToken() ?? (await logInWithin(timeLeft()));
      if (token.kind !== 'done') return notSent(`no log-in: ${token.why}`);
      // What is cut off by our own deadline only a person can settle: rather not begun than with little time.
      if (movesMoney && timeLeft() < timeoutMs / 2) return notSent('the log-in left too little time');
      const answer = await callRail({
        method: 'POST',
        url: `${baseUrl}/api/v1/payment-gateway/${path}`,
        headers: { authorization: `Bearer ${token.value}` },
        json,
        timeoutMs: timeLeft(),
        onFreshConnection: movesMoney,
      });
      const isRefused = answer.kind === 'answered' && answer.status === 401;
      if (isRefused && kept?.accessToken === token.value) kept = undefined;
      if (!isRefused || isLast) return answer;
    }
  }

  return { ask, logInWithin };
}

async function within(timeoutMs: number, loggingIn: Promise<Outcome<string>>): Promise<Outcome<string>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome<string>>((resolve) => {
    timer = setTimeout(() => resolve(notSent('it takes too long')), timeoutMs);
  });
  try {
    return await Promise.race([loggingIn, late]);
  } finally {
    clearTimeout(timer);
  }
}
