import type { Chance } from '#proof/simulation/chance';
import type { Request } from './requests.ts';

/** The same request with one thing or two that are wrong with it. */
export function spoil(chance: Chance, request: Request): Request {
  const body = JSON.parse(request.raw ?? '{}') as Record<string, unknown>;
  const isPost = request.method === 'POST';
  const { idempotencyKey: _kept, ...plain } = request;
  const put = (fields: Record<string, unknown>): Request => ({
    ...plain,
    raw: JSON.stringify({ ...body, ...fields }),
  });
  const fieldFaults: (() => Request)[] = [
    () =>
      put({
        amount: chance.of(['-5', '0', '1e3', '1,500', '01.00', '1.005', '.5', '5.', '', '1000000000', ' 5']),
      }),
    () => put({ amount: chance.of([5, null, ['5'], true]) }),
    () => put({ amount: undefined }),
    () => put({ currency: chance.of(['USD', 'gmd', '', 1]) }),
    () => put({ currency: undefined, amount: '0.5' }),
    () =>
      put({
        client_reference: chance.of([
          '',
          ' ',
          'a'.repeat(256),
          'a\u0000b',
          'a\u200bb',
          'e\u0301',
          5,
          undefined,
        ]),
      }),
    () => put({ client_reference: 'a'.repeat(255) }),
    () =>
      put({
        customer_mobile: chance.of([
          '+220701234',
          '7012345',
          '+221701234567',
          '+22070123456',
          '+220847012345',
          5,
        ]),
      }),
    () => put({ recipient_mobile: chance.of(['+220701234', '7012345', undefined, '+2207 12345']) }),
    () => put({ provider: chance.of(['PROVIDER_X', 'provider_w', 5, {}, '']) }),
    () =>
      put({
        customer_name: chance.of([
          '',
          'a'.repeat(121),
          'a\nb',
          5,
          '4111 1111 1111 1111',
          '4111-1111-1111-1112',
        ]),
      }),
    () =>
      put({
        success_url: chance.of([
          'ftp://example.com',
          'nowhere',
          'http://example.com/',
          5,
          `https://e.com/${'a'.repeat(2040)}`,
        ]),
      }),
    () =>
      put({
        metadata: chance.of([
          5,
          'x',
          [],
          { a: 1 },
          { a: { b: 'c' } },
          { a: '' },
          { ['k'.repeat(41)]: 'x' },
          { a: 'x'.repeat(501) },
        ]),
      }),
    () => put({ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 'x'])) }),
    () => put({ metadata: { number: '5555555555554444' } }),
    () => put({ [chance.of(['card_number', 'Card-Number', 'PAN', 'cvv', 'CVC', 'expiry'])]: 'x' }),
    () => put({ extra: [{ deep: { c_v_v: 1 } }] }),
    () => put({ reason: chance.of(['', 'a'.repeat(201), 5]) }),
    () => put({ collection: chance.of(['', 5, undefined, 'no-such-order']) }),
  ];
  const postFaults: (() => Request)[] = [
    () => ({
      ...plain,
      raw: chance.of([
        '{',
        '[]',
        'null',
        '5',
        '',
        '\ufeff{}',
        '{"amount":"5.00","amount":"6.00"}',
        '{"a":1,}',
      ]),
    }),
    () => ({
      ...plain,
      contentType: chance.of(['text/plain', 'application/x-www-form-urlencoded', 'application/xml']),
    }),
    () => ({ ...plain, raw: JSON.stringify({ ...body, padding: 'a'.repeat(66_000) }) }),
    () => ({ ...plain, idempotencyKey: chance.of(['', 'k'.repeat(256)]) }),
    () => ({ ...plain, scenario: chance.of(['nonsense', 'SUCCESS', 'float_short', 'late_success']) }),
  ];
  const faults: (() => Request)[] = [
    () => ({ ...plain, key: chance.of([null, 'nobody', 'garbled']) }),
    () => ({
      ...plain,
      key: plain.key?.replace(/\w+$/, chance.of(['read', 'collections', 'payouts'])) ?? null,
    }),
    () => ({ ...plain, key: plain.key?.replace(/^A/, 'B') ?? null }),
    () => ({ ...plain, method: chance.of(['PUT', 'PATCH', 'DELETE']) }),
    () => ({
      ...plain,
      path: chance.of([
        `${plain.path.split('?')[0]}/`,
        '/api/v1/nothing',
        '/api/v2/client/balance',
        '/api/v1',
      ]),
    }),
    ...(isPost ? postFaults : []),
    ...(isPost ? [...fieldFaults, ...fieldFaults] : []),
  ];
  return chance.of(faults)();
}
