import { expect, test } from 'vitest';
import { matchCases, matchNamed, type OpenCase, parseStatement, type StatementLine } from './operators.ts';

const at = Date.parse('2026-11-21T12:00:00Z');
const doubt: OpenCase = { id: 'case', type: 'payout', amount: '50.00', mobile: '7000001', calledAt: at };
const line: StatementLine = {
  transactionId: 'TX1',
  type: 'payout',
  mobile: '7000001',
  amount: '50.00',
  at: at + 900,
};

test('a statement is read as the rail writes it', () => {
  const csv =
    'transaction_id,type,mobile,amount,currency,time,reference\r\n' +
    'TX1,payout,+2207000001,50.00,GMD,2026-11-21T12:00:00.900Z,\r\n';
  expect(parseStatement(csv)).toEqual([line]);
});

test.each<[what: string, other: Partial<StatementLine>]>([
  ['another amount', { amount: '50.01' }],
  ['another number', { mobile: '7000002' }],
  ['another kind', { type: 'collection' }],
  ['another time', { at: at + 3_600_000 }],
])('a line of %s does not say that the payment was made', (_what, other) => {
  expect(matchCases([doubt], [{ ...line, ...other }])).toEqual([{ caseId: 'case', outcome: 'failed' }]);
});

test('a line of another time is the payment where our own clock was that wrong', () => {
  expect(matchCases([doubt], [{ ...line, at: at + 3_600_000 }], 3_600_000)).toEqual([
    { caseId: 'case', outcome: 'succeeded', railReference: 'TX1' },
  ]);
});

test('of equal payments each gets a line of its own, as long as there is one for each', () => {
  const cases = [doubt, { ...doubt, id: 'twin', calledAt: at + 500 }];
  const lines = [line, { ...line, transactionId: 'TX2', at: at + 1_200 }];
  expect(matchCases(cases, lines)).toEqual([
    { caseId: 'case', outcome: 'succeeded', railReference: 'TX1' },
    { caseId: 'twin', outcome: 'succeeded', railReference: 'TX2' },
  ]);
  expect(matchCases(cases, [line]).map((each) => each.outcome)).toEqual(['ambiguous', 'ambiguous']);
});

test('a payout that the rail knows by our reference was paid where its statement names it, and only there', () => {
  const named = { id: 'case', transactionId: 'ours' };
  expect(matchNamed([named], [{ ...line, reference: 'ours' }])).toEqual([
    { caseId: 'case', outcome: 'succeeded', railReference: 'TX1' },
  ]);
  expect(matchNamed([named], [{ ...line, reference: 'another' }, line])).toEqual([
    { caseId: 'case', outcome: 'failed' },
  ]);
  const back = { ...line, reference: 'ours', type: 'reversal' };
  expect(matchNamed([named], [{ ...line, reference: 'ours' }, back])[0]?.outcome).toBe('ambiguous');
});

test('what could be a payment whose name the rail gave to another one is left in its case', () => {
  expect(matchCases([doubt], [], 0, [line])).toEqual([{ caseId: 'case', outcome: 'ambiguous' }]);
  expect(matchCases([doubt], [], 0, [{ ...line, amount: '51.00' }])[0]?.outcome).toBe('failed');
});
