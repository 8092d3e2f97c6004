import { expect, expectTypeOf, test } from 'vitest';
import type {
  Collection,
  ErrorCode,
  InitiatePayoutBody,
  KairaError,
  Payout,
  Transaction,
  WebhookEvent,
} from './index.ts';

// Checked by tsc in `npm run check`: what does not compile here would not compile at a merchant.

test('a value that a later release adds can be compared with, and is not an error of the compiler', () => {
  const reads = (payout: Payout, collection: Collection, event: WebhookEvent, error: KairaError) => [
    payout.status === 'SUCCEEDED',
    payout.status === 'A_STATUS_OF_TOMORROW',
    payout.provider === 'PROVIDER_OF_TOMORROW',
    event.event === 'payment.of_tomorrow',
    error.code === 'CODE_OF_TOMORROW',
    collection.next_action?.type === 'an_action_of_tomorrow',
  ];
  expect(reads).toBeTypeOf('function');
});

test('a field that a later release adds is no error where an answer is used or made', () => {
  const answer = { ...({} as Payout), field_of_tomorrow: 1 };
  const payout: Payout = answer;
  expect(payout).toEqual({ field_of_tomorrow: 1 });
});

test('the known values are offered, and a step is there or not without a cast', () => {
  expectTypeOf<'AWAITING_LIQUIDITY'>().toExtend<Payout['status']>();
  expectTypeOf<'INSUFFICIENT_BALANCE'>().toExtend<ErrorCode>();
  const otpLength = (collection: Collection): number | undefined =>
    collection.next_action?.submit_otp?.otp_length;
  expect(otpLength).toBeTypeOf('function');
});

test('a transaction is a collection, a payout or a refund by its type', () => {
  const mobile = (each: Transaction): string | null =>
    each.type === 'collection' ? each.customer_mobile : each.recipient_mobile;
  expect(mobile).toBeTypeOf('function');
});

test('a request is checked: an amount is no number, and the only currency is GMD', () => {
  const body = {
    amount: '1.00',
    currency: 'GMD',
    client_reference: 'r',
    recipient_mobile: '+2207654321',
  } as const;
  expectTypeOf(body).toExtend<InitiatePayoutBody>();
  expectTypeOf<typeof body & { metadata: undefined }>().toExtend<InitiatePayoutBody>();
  // @ts-expect-error
  const asNumber: InitiatePayoutBody = { ...body, amount: 1 };
  // @ts-expect-error
  const inEuro: InitiatePayoutBody = { ...body, currency: 'EUR' };
  // @ts-expect-error
  const misspelt: InitiatePayoutBody = { ...body, recipientMobile: '+2207654321' };
  expect([asNumber, inEuro, misspelt]).toHaveLength(3);
});

test('the details of an error have the type of its code', () => {
  const remaining = (error: KairaError): number | undefined =>
    error.is('INVALID_OTP') ? error.details.attempts_remaining : undefined;
  const fields = (error: KairaError): string[] =>
    error.is('VALIDATION_ERROR') ? error.details.fields.map((each) => each.path) : [];
  expect([remaining, fields]).toHaveLength(2);
});
