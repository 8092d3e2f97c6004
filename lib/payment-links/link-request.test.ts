import { describe, expect, test } from 'vitest';
import { newPaymentLink } from '#lib/payment-links/link-request';

const faultsOf = (facts: Record<string, unknown>) => {
  const read = newPaymentLink.SANDBOX.safeParse({ title: 'School fees', ...facts });
  return read.error?.issues.map(({ path }) => path.join('.')) ?? [];
};

describe('a new link', () => {
  test.each([
    '2127-02-30T00:00:00Z',
    '2127-04-31T10:00:00+01:00',
    '2127-13-01T00:00:00Z',
    '2127-02-29T00:00:00Z',
  ])('ends on a day that there is, which %s is not', (expires_at) =>
    expect(faultsOf({ expires_at })).toEqual(['expires_at']),
  );

  test.each(['2128-02-29T00:00:00Z', '2127-01-31T23:30:00-05:00'])('may end at %s', (expires_at) =>
    expect(faultsOf({ expires_at })).toEqual([]),
  );

  test('asks for nothing by the name __proto__, which no answer could have; constructor is a name', () => {
    const field = (key: string) => ({ fields: [{ key, label: 'Name of the child' }] });
    expect(faultsOf(field('__proto__'))).toEqual(['fields.0.key']);
    expect(faultsOf(field('constructor'))).toEqual([]);
  });
});
