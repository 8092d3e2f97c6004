import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as providerA from '#lib/rails/provider-a/translate';
import * as providerC from '#lib/rails/provider-c/translate';
import * as providerCCard from '#lib/rails/provider-c-card/translate';
import * as providerW from '#lib/rails/provider-w/translate';
import type { Outcome, RailCollection } from '#lib/rails/rail';
import type { Answer } from '#lib/rails/wire';

// What holds for the translations of every rail: they are total, and only words that we know end a payment.

const now = new Date('2026-11-20T10:30:00Z');
const collection = { id: 'id-1', amountBututs: 150_00n, expiresAt: now } as RailCollection;

const translations: Record<string, (answer: Answer) => Outcome<unknown>> = {
  'W start': (answer) => providerW.translateStart(answer, collection),
  'W resume': (answer) => providerW.translateResume(answer, collection),
  'W session': providerW.translateSession,
  'W expire': providerW.translateExpire,
  'W payout': providerW.translatePayout,
  'W payout by id': providerW.translatePayoutById,
  'W payout search': providerW.translatePayoutSearch,
  'W reversal': providerW.translateReversal,
  'W balance': providerW.translateBalance,
  'W statement': providerW.translateStatement,
  'C start': (answer) => providerC.translateStart(answer, collection),
  'C intent': providerC.translateIntent,
  'C close': (answer) => providerC.translateClose(answer, now),
  'C send': providerC.translateSend,
  'C transfer': providerC.translateTransfer,
  'C probe': providerC.translateProbe,
  'A log-in': providerA.translateLogin,
  'A authorise': providerA.translateAuthorise,
  'A confirm': providerA.translateConfirm,
  'A charge': providerA.translateCharge,
  'A collection': providerA.translateCollection,
  'A send': providerA.translateSend,
  'A payout': providerA.translatePayout,
  'A unlink': providerA.translateUnlink,
  'card start': providerCCard.translateStart,
  'card close': (answer) => providerCCard.translateClose(answer, collection, now),
  'card order': providerCCard.translateOrder,
  'card probe': providerCCard.translateProbe,
};

const shared = { amount: '150.00', currency: 'GMD' };
const session = {
  ...shared,
  id: 'cos-1',
  checkout_status: 'open',
  payment_status: 'processing',
  client_reference: 'id-1',
  wave_launch_url: 'https://pay.example/',
  when_expires: '2026-11-20T10:30:00Z',
};
const payout = { ...shared, id: 'pt-1', status: 'processing', receive_amount: '150.00' };
const intent = {
  ...shared,
  id: 'in_1',
  status: 'processing',
  expires_at: '2026-11-20T10:30:00Z',
  intent_secret: 's',
  payment_link: 'https://pay.example/',
};
const transfer = { ...shared, transfer_reference: 'T', status: 'pending' };
const transaction = { ...shared, transaction_id: 'A', status: 'PENDING' };
const order = { ...shared, id: 'id-1', status: 'INITIATED', result: 'PENDING' };

/** Every known word of a state, whatever rail says it. */
const stateWords = [
  ...['open', 'complete', 'expired', 'processing', 'cancelled', 'succeeded', 'failed', 'reversed'],
  ...['initialized', 'requires_payment_method', 'successful', 'pending', 'completed'],
  ...['SUCCESS', 'PENDING', 'FAILED', 'INITIATED', 'AUTHENTICATION_INITIATED', 'CAPTURED', 'CANCELLED'],
];
const strangeWord = fc
  .oneof(
    fc.string(),
    fc.constantFrom('Succeeded', 'FAILURE', 'paid', 'refunded', 'constructor', '__proto__', 'toString', ''),
  )
  .filter((word) => !stateWords.includes(word));
const status = fc.oneof(
  fc.constantFrom(200, 201, 204, 302, 400, 401, 403, 404, 408, 409, 422, 423, 429, 500, 502, 503, 504),
  fc.integer({ min: 100, max: 599 }),
);

/** What each rail answers with, with these words in it. */
const forms = fc.constantFrom<(words: object) => object>(
  (words) => ({ ...session, ...words }),
  (words) => ({ result: [{ ...session, ...words }] }),
  (words) => ({ ...payout, ...words }),
  (words) => ({ result: [{ ...payout, ...words }] }),
  (words) => ({ status: true, data: { ...intent, ...words } }),
  (words) => ({ ...transfer, ...words }),
  (words) => ({ ...transaction, ...words }),
  (words) => ({ ...order, ...words }),
);

describe.each(Object.entries(translations))('%s', (_name, translate) => {
  test('takes any JSON without throwing, and reads no end into it', () => {
    fc.assert(
      fc.property(status, fc.oneof(fc.jsonValue(), fc.constant(undefined)), (code, json) => {
        expectNoEnd(translate({ status: code, json }), code);
      }),
      { numRuns: 300 },
    );
  });

  test('reads no end into a form that it knows with words that it does not', () => {
    const strange = fc.record({
      checkout_status: strangeWord,
      payment_status: strangeWord,
      status: strangeWord,
      result: strangeWord,
    });
    fc.assert(
      fc.property(forms, strange, (form, words) => {
        expectNoEnd(translate({ status: 200, json: form(words) }), 200);
      }),
      { numRuns: 300 },
    );
  });

  test('reads no end into a form that it knows under a status that is no answer to the question', () => {
    const known = fc.record({
      checkout_status: fc.constantFrom(...stateWords),
      payment_status: fc.constantFrom(...stateWords),
      status: fc.constantFrom(...stateWords),
      result: fc.constantFrom(...stateWords),
    });
    const login = { access_token: 'token', expires_in: 3_000 };
    fc.assert(
      fc.property(fc.constantFrom(302, 500, 502, 503, 504), forms, known, (code, form, words) => {
        const outcome = translate({ status: code, json: { ...form(words), ...login } });
        expectNoEnd(outcome, code);
        expect(outcome.kind).toBe('unknown');
      }),
      { numRuns: 300 },
    );
  });

  test('takes no page of HTML as an answer', () => {
    const html = '<html><body>You are offline</body></html>';
    for (const code of [200, 201, 400, 404, 409, 422, 500, 503]) {
      const outcome = translate({ status: code, json: undefined, excerpt: html });
      expect(outcome.kind).toBe('unknown');
    }
  });

  test('takes no error with a word that it does not know as a refusal', () => {
    fc.assert(
      fc.property(status, strangeWord, (code, word) => {
        const json = {
          ...{ code: word, message: word, statusCode: code, success: false },
          ...{ result: 'ERROR', error: { cause: word, explanation: word } },
        };
        // PROVIDER_C documents 400 and 422 in its form as a no, whatever the words.
        const isDocumentedNo = _name.startsWith('C ') && (code === 400 || code === 422);
        if (!isDocumentedNo) expectNoEnd(translate({ status: code, json }), code);
      }),
      { numRuns: 300 },
    );
  });
});

/** Endings that follow from an answer's status alone, for there is nothing to read. */
const byStatusAlone = ['closed', 'reversed', 'revoked', 'absent', 'up'];

function expectNoEnd(outcome: Outcome<unknown>, status: number): void {
  expect(outcome.kind).not.toBe('refused');
  if (outcome.kind === 'not_sent') expect([401, 403]).toContain(status);
  if (outcome.kind !== 'done') return;
  const { value } = outcome;
  expect(value).not.toBe('already_paid');
  expect(value).not.toBe('float_short');
  if (typeof value === 'string') expect(byStatusAlone).toContain(value);
  if (typeof value === 'object' && value !== null && 'news' in value) {
    expect(value.news).toEqual({ state: 'PENDING' });
  }
}
