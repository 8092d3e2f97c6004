import { formatAmount } from '#lib/money';
import { parseMobile } from '#lib/phone';
import { countdown } from '#lib/rails/call-rail';
import { createClient } from '#lib/rails/provider-a/client';
import * as translate from '#lib/rails/provider-a/translate';
import * as wire from '#lib/rails/provider-a/wire';
import type { LiveConnector, Outcome, Rail, RailCollection, RailTraits } from '#lib/rails/rail';
import { refused } from '#lib/rails/refusal';
import { CHECKOUT_MINUTES, done, notSent, outcomeOf, unknown } from '#lib/rails/wire';

/**
 * PROVIDER_A over the wire: the wallet whose customer confirms with a one-time password. It has no idempotency key and
 * no reference of ours, so a charge or a payout is sent once; what became of one whose answer was lost, the rail cannot
 * be asked.
 */
export function liveProviderA(traits: RailTraits, otpLength: number): LiveConnector {
  return {
    fields: {
      base_url: { label: 'Base address', kind: 'url' },
      username: { label: 'User name', kind: 'text' },
      mobile: { label: 'Mobile number of our wallet', kind: 'text', namesWallet: true },
      password: { label: 'Password', kind: 'secret' },
    },
    connect: (values) => connect(traits, otpLength, values),
  };
}

function connect(traits: RailTraits, otpLength: number, values: Readonly<Record<string, string>>): Rail {
  const { base_url = '', username = '', mobile: ourMobile = '', password = '' } = values;
  const baseUrl = base_url.replace(/\/+$/, '');
  const { ask, logInWithin } = createClient({ baseUrl, username, mobile: ourMobile, password });

  async function authorise(
    { mobile }: RailCollection,
    deadlineMs: number,
  ): Promise<Outcome<{ railState: string }>> {
    const local = localPart(mobile);
    if (local === undefined) return refused('PAYER_NOT_FOUND', 'no number that the rail could know');
    const timeLeft = countdown(deadlineMs);
    const json = { mobile: local };
    const first = await ask({ path: 'wallet/authorize-customer', json, timeoutMs: timeLeft() });
    const told = outcomeOf(first, translate.translateAuthorise);
    if (told.kind !== 'done') return told;
    if (told.value !== 'linked') return done(told.value);
    const second = await ask({ path: 'wallet/re-authorize-customer', json, timeoutMs: timeLeft() });
    const toldAgain = outcomeOf(second, translate.translateAuthorise);
    if (toldAgain.kind !== 'done') return toldAgain;
    return toldAgain.value === 'linked'
      ? unknown('linked already, says the call for that')
      : done(toldAgain.value);
  }

  async function fetchTransaction(transactionId: string, timeoutMs: number) {
    return ask({ path: 'wallet/transaction', json: { transaction_id: transactionId }, timeoutMs });
  }

  return {
    traits,

    async startCollection(collection, _links, { deadlineMs, now }) {
      const authorised = await authorise(collection, deadlineMs);
      if (authorised.kind !== 'done') return authorised;
      return done({
        railReference: null,
        step: { type: 'submit_otp', otpLength },
        expiresAt: new Date(now.getTime() + CHECKOUT_MINUTES * 60_000),
        decidedAt: null,
        railState: authorised.value.railState,
      });
    },

    resendOtp: (collection, { deadlineMs }) => authorise(collection, deadlineMs),

    async confirmOtp({ railState }, otp, { deadlineMs }) {
      const state = readState(railState);
      if (state === undefined || !('request_token' in state)) return notSent('no request to confirm');
      const json = { otp, request_token: state.request_token };
      const answer = await ask({ path: 'wallet/confirm-customer', json, timeoutMs: deadlineMs });
      return outcomeOf(answer, translate.translateConfirm);
    },

    async charge({ amountBututs, railState }, { deadlineMs }) {
      const state = readState(railState);
      if (state === undefined || !('authorized_token' in state)) return notSent('no leave to charge');
      const json = { amount: formatAmount(amountBututs), authorized_token: state.authorized_token };
      const path = 'wallet/process-payment';
      const answer = await ask({ path, json, timeoutMs: deadlineMs, movesMoney: true });
      return outcomeOf(answer, translate.translateCharge);
    },

    async fetchCollection({ railReference }, { deadlineMs }) {
      if (railReference === null) return unknown('no reference');
      return outcomeOf(await fetchTransaction(railReference, deadlineMs), translate.translateCollection);
    },

    /** Without a charge there is nothing to end at the rail; not to be asked while a charge is in doubt. */
    async closeCollection({ railReference }, { deadlineMs }) {
      if (railReference === null) return done('closed');
      const answer = await fetchTransaction(railReference, deadlineMs);
      const told = outcomeOf(answer, translate.translateCollection);
      if (told.kind !== 'done') return told;
      if (told.value === 'absent') return unknown('the rail does not know its own reference');
      const { state } = told.value.news;
      if (state === 'PENDING') return done('still_open');
      return done(state === 'SUCCEEDED' ? 'already_paid' : 'closed');
    },

    async revoke({ railState }, { deadlineMs }) {
      const state = readState(railState);
      if (state === undefined || !('authorized_token' in state)) return done('revoked');
      const json = { authorized_token: state.authorized_token };
      const answer = await ask({ path: 'wallet/unlink-customer', json, timeoutMs: deadlineMs });
      return outcomeOf(answer, translate.translateUnlink);
    },

    async sendPayout({ amountBututs, mobile }, { deadlineMs }) {
      const local = localPart(mobile);
      if (local === undefined) return refused('RECIPIENT_NOT_FOUND', 'no number that the rail could know');
      const json = { mobile: local, amount: formatAmount(amountBututs) };
      const path = 'wallet/send-payment';
      const answer = await ask({ path, json, timeoutMs: deadlineMs, movesMoney: true });
      return outcomeOf(answer, translate.translateSend);
    },

    async fetchPayout({ railReference }, { deadlineMs }) {
      if (railReference === null) return unknown('no reference');
      return outcomeOf(await fetchTransaction(railReference, deadlineMs), translate.translatePayout);
    },

    async probe({ deadlineMs }) {
      const loggedIn = await logInWithin(deadlineMs);
      return loggedIn.kind === 'done' ? done('up') : loggedIn;
    },
  };
}

function readState(railState: string | null) {
  if (railState === null) return undefined;
  try {
    return wire.railState.safeParse(JSON.parse(railState)).data;
  } catch {
    return undefined;
  }
}

function localPart(mobile: string | null): string | undefined {
  return mobile === null ? undefined : parseMobile(mobile)?.local;
}
