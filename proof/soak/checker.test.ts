import { expect, test } from 'vitest';
import { type BookPayment, type BookPayout, bookOf, type CaseRow, check, type Facts } from './checker.ts';

// A checker that finds nothing proves nothing, unless it finds each of these.

const at = 1_800_000_000_000;
const shop = 'client';

/** A payment and a payout of W, one each of A, one of A in doubt, and an intent of C that was paid besides ours. */
function soundFacts(): Facts {
  const payment: BookPayment = {
    rail: 'PROVIDER_W',
    id: 'cos-1',
    reference: 'w-in',
    amountBututs: 100_00n,
    askedBututs: 100_00n,
    mobile: null,
    movement: 'T_1',
    timesPaid: 1,
    paidAt: at,
  };
  const payout: BookPayout = {
    rail: 'PROVIDER_W',
    id: 'pt-1',
    reference: 'w-out',
    amountBututs: 40_00n,
    mobile: '+2207000001',
    state: 'paid',
    isPaidAfterNo: false,
  };
  const ofA = { rail: 'PROVIDER_A', reference: null, mobile: '7000002' };
  const collection = {
    id: 'w-in',
    clientId: shop,
    type: 'collection' as const,
    reference: 'order-1',
    attempt: 1,
    provider: 'PROVIDER_W',
    amountBututs: 100_00n,
    status: 'SUCCEEDED',
    mobile: '+2207000001',
    railReference: 'cos-1' as string | null,
    isLate: false,
    isDeliveredAfterFailure: false,
    wasHeld: false,
    createdAt: at,
    completedAt: at + 1_000,
    journals: ['collection_settled'],
    collectedBututs: 100_00n,
    paidOutBututs: 0n,
    charges: 0,
  };
  const sent = {
    ...collection,
    id: 'w-out',
    type: 'payout' as const,
    reference: 'wage-1',
    amountBututs: 40_00n,
    railReference: 'pt-1' as string | null,
    journals: ['payout_accepted', 'payout_delivered'],
    collectedBututs: 0n,
    paidOutBututs: 40_00n,
  };
  const inDoubt = {
    status: 'PENDING',
    railReference: null,
    completedAt: null,
    collectedBututs: 0n,
    paidOutBututs: 0n,
  };
  const wallet = { provider: 'PROVIDER_A', mobile: '+2207000002' };
  const transactions = [
    collection,
    sent,
    { ...collection, ...wallet, id: 'a-in', reference: 'order-2', railReference: 'TX1', charges: 1 },
    { ...collection, ...wallet, ...inDoubt, id: 'a-?', reference: 'order-3', journals: [], charges: 1 },
    { ...sent, ...wallet, id: 'a-out', reference: 'wage-2', railReference: 'TX2' },
    { ...sent, ...wallet, ...inDoubt, id: 'a-out-?', reference: 'wage-3', journals: ['payout_accepted'] },
    { ...sent, ...inDoubt, id: 'w-no', reference: 'wage-4', status: 'FAILED', journals: [], completedAt: at },
    { ...collection, id: 'c-in', provider: 'PROVIDER_C', reference: 'order-4', railReference: 'pi_1' },
  ];
  const unknown = (transactionId: string): CaseRow => ({
    id: `case of ${transactionId}`,
    kind: 'unknown_outcome',
    provider: 'PROVIDER_A',
    subject: transactionId,
    transactionId,
    details: { reason: 'its answer was lost' },
  });
  const intent = { ...payment, rail: 'PROVIDER_C', reference: 'c-in' };
  return {
    book: {
      payments: [
        payment,
        { ...payment, ...ofA, id: 'TX1' },
        { ...payment, ...ofA, id: 'TX9' },
        { ...intent, id: 'pi_1' },
        { ...intent, id: 'pi_0' },
        { ...payment, id: 'cos-2', reference: 'nobody', timesPaid: 0, paidAt: null },
      ],
      payouts: [payout, { ...payout, ...ofA, id: 'TX2' }, { ...payout, ...ofA, id: 'TX8' }],
      fundedBututs: { PROVIDER_W: 1_000_00n, PROVIDER_A: 1_000_00n },
      misbehaviours: {},
      calls: {},
    },
    transactions,
    cases: [
      unknown('a-?'),
      unknown('a-out-?'),
      {
        ...unknown('c-in'),
        kind: 'mismatch',
        provider: 'PROVIDER_C',
        details: { what: 'rail_reference', ours: 'pi_1', theirs: 'pi_0' },
      },
    ],
    floats: [
      { provider: 'PROVIDER_W', fundedBututs: 1_000_00n },
      { provider: 'PROVIDER_A', fundedBututs: 1_000_00n },
    ],
    requests: transactions.flatMap(({ clientId, type, reference, provider, id, amountBututs }) => {
      const about = { at, clientId, type, reference };
      const amount = `${amountBututs / 100n}.00`;
      return [
        { ...about, kind: 'asked' as const, amount, provider },
        { ...about, kind: 'answered' as const, transactionId: id, status: 'PENDING' },
      ];
    }),
    audit: [{ invariant: 1, name: 'journals sum to zero', violations: 0, examples: [] }],
  };
}

const transactionOf = (facts: Facts, id: string) => facts.transactions.find((each) => each.id === id)!;
const bookPayment = (facts: Facts, id: string) => facts.book.payments.find((each) => each.id === id)!;
const bookPayout = (facts: Facts, id: string) => facts.book.payouts.find((each) => each.id === id)!;
const drop = <T>(all: T[], isIt: (each: T) => boolean) => void all.splice(all.findIndex(isIt), 1);

test('a sound run has no violation, and what is in cases stands beside what is booked', () => {
  const { checks, sums } = check(soundFacts());
  expect(checks.filter((each) => each.violations.length > 0)).toEqual([]);
  // Nothing goes back here; below it does.
  expect(checks.filter((each) => each.looked === 0).map(({ name }) => name)).toEqual([noMoreBack, wasTold]);
  const of = (rail: string, what: string) => sums.find((each) => each.rail === rail && each.what === what);
  expect(of('PROVIDER_A', 'collected')).toMatchObject({ ledger: 100_00n, book: 200_00n, inCases: 100_00n });
  expect(of('PROVIDER_A', 'paid out')).toMatchObject({ ledger: 40_00n, book: 80_00n, inCases: 40_00n });
  expect(of('PROVIDER_C', 'collected')).toMatchObject({ ledger: 100_00n, book: 200_00n, inCases: 100_00n });
  expect(sums.filter((each) => each.difference !== 0n)).toEqual([]);
});

const noMoreBack = 'no more of a collection goes back than was paid, in our books and at the rails';
const wasTold = 'what an operator was told of a reversal is so';

test('what a rail gave back is a refund that succeeded, once, and a refund that succeeded was given back', () => {
  const facts = soundFacts();
  const refund = {
    ...facts.transactions[0]!,
    ...{ id: 'w-back', type: 'refund' as const, refundOf: 'w-in', reference: 'back', railReference: null },
    ...{ journals: ['refund_accepted', 'refund_reversed'], collectedBututs: -100_00n },
  };
  const found = (timesRefunded: number, refunds: (typeof refund)[]) => {
    const payments = facts.book.payments.map((each) =>
      each.id === 'cos-1'
        ? { ...each, timesRefunded, refundedBututs: BigInt(timesRefunded) * 100_00n }
        : each,
    );
    const { checks } = check({
      ...facts,
      book: { ...facts.book, payments },
      transactions: [...facts.transactions, ...refunds],
      requests: [
        ...facts.requests,
        {
          ...{ at, clientId: shop, type: 'refund', reference: 'back', kind: 'asked' },
          ...{ amount: '100.00', provider: 'PROVIDER_W' },
        } as (typeof facts.requests)[number],
      ],
    });
    return checks.filter(({ violations }) => violations.length > 0).map(({ name }) => name);
  };
  const line = 'a collection is given back by its rail once, where a refund of it says so';
  const sums = 'ledger against rail book, difference 0.00';
  expect(found(1, [refund])).toEqual([]);
  expect(found(1, [])).toEqual([line, sums]);
  expect(found(0, [refund])).toEqual([line, sums]);
  expect(found(2, [refund])).toEqual([line, noMoreBack, sums]);
  const failed = { ...refund, status: 'FAILED', collectedBututs: 0n };
  expect(found(1, [failed])).toEqual([line, sums]);
});

test('a refund by a payout counts with what the rail itself gave back', () => {
  const facts = soundFacts();
  const payout = facts.transactions.find(({ id }) => id === 'w-out')!;
  const found = (bututs: bigint, status = 'SUCCEEDED') => {
    const refund = { ...payout, status, refundOf: 'w-in', amountBututs: bututs, paidOutBututs: bututs };
    const { checks } = check({
      ...facts,
      book: {
        ...facts.book,
        payouts: facts.book.payouts.map((each) =>
          each.id === 'pt-1' ? { ...each, amountBututs: bututs } : each,
        ),
      },
      transactions: facts.transactions.map((each) => (each === payout ? refund : each)),
    });
    return checks.find(({ name }) => name === noMoreBack)!.violations;
  };
  expect(found(100_00n)).toEqual([]);
  expect(found(100_01n)).toHaveLength(2);
  expect(found(100_01n, 'FAILED')).toHaveLength(1);
});

test('a reversal that was told to be done is booked, and one that was refused or not sent is not done', () => {
  const facts = soundFacts();
  const found = (told: string, status: string, state: 'paid' | 'reversed', returned: string[] = []) => {
    const { checks } = check({
      ...facts,
      book: {
        ...facts.book,
        payouts: facts.book.payouts.map((each) => (each.id === 'pt-1' ? { ...each, state } : each)),
      },
      transactions: facts.transactions.map((each) => (each.id === 'w-out' ? { ...each, status } : each)),
      reversals: [{ transactionId: 'w-out', told }],
      returned: new Set(returned),
    });
    return checks.find(({ name }) => name === wasTold)!.violations;
  };
  expect(found('REVERSED', 'REVERSED', 'reversed')).toEqual([]);
  expect(found('REVERSED', 'SUCCEEDED', 'paid')).toHaveLength(1);
  expect(found('SUCCEEDED', 'REVERSED', 'reversed')).toEqual([]);
  expect(found('INVALID_STATE', 'SUCCEEDED', 'paid')).toEqual([]);
  expect(found('PROVIDER_UNAVAILABLE', 'SUCCEEDED', 'reversed')).toHaveLength(1);
  expect(found('INVALID_STATE', 'REVERSED', 'reversed')).toHaveLength(1);
  expect(found('INVALID_STATE', 'REVERSED', 'reversed', ['w-out'])).toEqual([]);
});

test('what a customer paid in part is read from the book, and may be credited as what came', () => {
  const line = { at: new Date(at).toISOString(), seq: 1, rail: 'PROVIDER_W', rail_reference: 'cos-1' };
  const { payments } = bookOf([
    { ...line, kind: 'opened', amount: '100.00', reference: 'w-in' },
    { ...line, kind: 'paid', amount: '90.00', transaction_id: 'T_1', misbehaviour: 'pays_in_part' },
  ]);
  expect(payments).toMatchObject([{ askedBututs: 100_00n, amountBututs: 90_00n, timesPaid: 1 }]);
  const facts = soundFacts();
  facts.book.payments[0] = payments[0]!;
  const violations = () => check(facts).checks.flatMap((each) => each.violations);
  expect(violations().join()).toMatch(/is paid 90\.00 at the rail/);
  transactionOf(facts, 'w-in').collectedBututs = 90_00n;
  expect(violations()).toEqual([]);
});

test('a payout that its rail pays after it refused it is no violation once it is flagged, or in a case', () => {
  const line = { at: new Date(at).toISOString(), rail: 'PROVIDER_W', mobile: '+2207000001', amount: '40.00' };
  const own = { ...line, reference: 'w-no', rail_reference: 'pt-9' };
  const { payouts } = bookOf([
    { ...own, seq: 1, kind: 'payout_accepted' },
    { ...own, seq: 2, kind: 'payout_paid', code: 'after it was refused' },
  ]);
  const facts = soundFacts();
  facts.book.payouts.push(...payouts);
  const violations = () => check(facts).checks.flatMap((each) => each.violations);
  expect(violations().join()).toMatch(/w-no .* is paid at the rail/);
  facts.cases.push({
    ...facts.cases[0]!,
    id: 'told',
    kind: 'delivered_after_failure',
    transactionId: 'w-no',
  });
  // The case says how much the books lack.
  expect(violations()).toEqual([]);
  expect(check(facts).sums).toContainEqual(
    expect.objectContaining({
      rail: 'PROVIDER_W',
      what: 'paid out',
      ledger: 40_00n,
      book: 80_00n,
      inCases: 40_00n,
    }),
  );
  // One that was paid before we called it failed was never refused.
  Object.assign(payouts[0]!, { isPaidAfterNo: false });
  expect(violations().join()).toMatch(/w-no .* is paid at the rail/);
});

test('a credit under the name of another payment of PROVIDER_A counts what it is too much or too little as in the case', () => {
  const facts = soundFacts();
  // Two charges of one wallet, and the first one answered with the name of the second.
  Object.assign(bookPayment(facts, 'TX1'), { amountBututs: 101_00n, askedBututs: 101_00n });
  Object.assign(transactionOf(facts, 'a-?'), { amountBututs: 101_00n });
  for (const each of facts.requests) if (each.reference === 'order-3' && each.amount) each.amount = '101.00';
  const violations = () => check(facts).checks.flatMap((each) => each.violations);
  expect(violations().join()).toMatch(/a-in .* is paid 101\.00 at the rail/);
  const caseOf = (kind: string, details: Record<string, string>) => ({
    ...facts.cases[0]!,
    id: kind,
    kind,
    details,
  });
  facts.cases.push(
    { ...caseOf('amount_differs', { what: 'amount', rail_reference: 'TX1' }), transactionId: 'a-in' },
    { ...caseOf('rail_only', { what: 'collection', rail_reference: 'TX9' }), transactionId: null },
  );
  expect(violations()).toEqual([]);
});

test('a credit under the name of a payment of PROVIDER_A that failed is the one that two cases leave over', () => {
  const facts = soundFacts();
  Object.assign(transactionOf(facts, 'a-in'), { railReference: 'TX0' });
  const violations = () => check(facts).checks.flatMap((each) => each.violations);
  expect(violations().join()).toMatch(/a-in .* is paid 0 times at the rail/);
  const about = { ...facts.cases[0]!, id: 'its name', details: { rail_reference: 'TX0' } };
  facts.cases.push({ ...about, kind: 'books_only', transactionId: 'a-in' });
  expect(violations().join()).toMatch(/a-in .* is paid 0 times at the rail/);
  const stray = { ...about, id: 'its payment', kind: 'rail_only', transactionId: null };
  facts.cases.push({ ...stray, details: { what: 'collection', rail_reference: 'TX1' } });
  expect(violations()).toEqual([]);
  Object.assign(bookPayment(facts, 'TX1'), { amountBututs: 99_00n, askedBututs: 99_00n });
  expect(violations().join()).toMatch(/a-in .* is paid 0 times at the rail/);
});

test('two credits of PROVIDER_A in a chain, each under the name of the one before it, are both what cases leave over', () => {
  const facts = soundFacts();
  const first = transactionOf(facts, 'a-in');
  const second = { ...first, id: 'a-2', reference: 'order-99', amountBututs: 61_00n, mobile: '+2203999999' };
  facts.transactions.push(Object.assign(second, { collectedBututs: 61_00n, railReference: 'TX1' }));
  Object.assign(first, { railReference: 'TX0' });
  const changed = { amountBututs: 61_00n, askedBututs: 61_00n, mobile: '3999999' };
  facts.book.payments.push({ ...bookPayment(facts, 'TX1'), id: 'TX9', movement: 'TX9', ...changed });
  const request = { at, clientId: second.clientId, type: 'collection', reference: 'order-99' } as const;
  facts.requests.push({ ...request, kind: 'asked', amount: '61.00', provider: 'PROVIDER_A' });
  const about = { ...facts.cases[0]!, kind: 'books_only', transactionId: 'a-in' };
  facts.cases.push(
    { ...about, id: '1', details: { rail_reference: 'TX0' } },
    { ...about, id: '2', kind: 'amount_differs', transactionId: 'a-2', details: { rail_reference: 'TX1' } },
    { ...about, id: '3', kind: 'rail_only', transactionId: null, details: { rail_reference: 'TX9' } },
  );
  const found = () => check(facts).checks.flatMap((each) => each.violations);
  expect(found()).toEqual([]);
  expect(check(facts).sums.filter(({ difference }) => difference !== 0n)).toEqual([]);
  // What nobody was charged for at all.
  facts.book.payments = facts.book.payments.filter(({ id }) => id !== 'TX1');
  expect(found().join()).toMatch(/is paid 0 times at the rail/);
});

test('a payout under the name of another one of PROVIDER_A stands in cases, with what both differ by', () => {
  const facts = soundFacts();
  // The second payout is in doubt; the first one was answered with its name.
  const [first, second] = [bookPayout(facts, 'TX2'), bookPayout(facts, 'TX8')];
  Object.assign(transactionOf(facts, 'a-out-?'), { amountBututs: 45_00n });
  for (const each of facts.requests) if (each.reference === 'wage-3' && each.amount) each.amount = '45.00';
  Object.assign(second, { amountBututs: 45_00n });
  Object.assign(transactionOf(facts, 'a-out'), { railReference: 'TX8' });
  const found = () => check(facts).checks.flatMap((each) => each.violations);
  expect(found().join()).toMatch(/a-out .* is paid as 45\.00/);
  const caseOf = (kind: string, railReference: string) => ({
    ...facts.cases[0]!,
    ...{ id: kind, kind, details: { rail_reference: railReference } },
  });
  facts.cases.push(
    { ...caseOf('amount_differs', second.id), transactionId: 'a-out' },
    { ...caseOf('rail_only', first.id), transactionId: null },
  );
  expect(found()).toEqual([]);
  // What came back again is not away.
  second.state = 'reversed';
  expect(found()).toEqual([]);
});

test('a payout that was paid from two wallets of one rail is paid twice', () => {
  const facts = soundFacts();
  const line = {
    at: new Date(at).toISOString(),
    rail: 'PROVIDER_W',
    reference: 'w-out',
    mobile: '+2207000001',
  };
  const { payouts, fundedBututs } = bookOf(
    ([1, 2] as const).flatMap((wallet) => {
      const of = { ...line, wallet, seq: wallet, rail_reference: `pt-${wallet}`, amount: '40.00' };
      return [
        { ...of, kind: 'float', amount: '500.00' },
        { ...of, kind: 'payout_accepted' },
        { ...of, kind: 'payout_paid' },
      ];
    }),
  );
  expect(fundedBututs).toEqual({ PROVIDER_W: 1_000_00n });
  facts.book.payouts.splice(0, 1, ...payouts);
  const found = check(facts).checks.flatMap((each) => each.violations);
  expect(found.join()).toMatch(/w-out .* is paid 2 times at the rail/);
});

test('a collection that is offered anew after its expiry has another transaction, and that is no violation', () => {
  const facts = soundFacts();
  const first = transactionOf(facts, 'w-in');
  facts.transactions.push({
    ...first,
    id: 'w-again',
    attempt: 2,
    status: 'FAILED',
    railReference: null,
    journals: [],
    collectedBututs: 0n,
  });
  Object.assign(first, { isLate: true });
  facts.requests.push({ ...facts.requests[1]!, transactionId: 'w-again' });
  expect(check(facts).checks.flatMap((each) => each.violations)).toEqual([]);
});

test.each<[what: string, inCheck: RegExp, violation: RegExp, plant: (facts: Facts) => void]>([
  [
    'a payment that was never credited',
    /^paid at the rail/,
    /cos-1 .* neither credited nor in a case/,
    (facts) =>
      Object.assign(transactionOf(facts, 'w-in'), { status: 'EXPIRED', journals: [], collectedBututs: 0n }),
  ],
  [
    'a second intent that was paid, without a case',
    /^paid at the rail/,
    /pi_0 .* neither/,
    (facts) => drop(facts.cases, (each) => each.kind === 'mismatch'),
  ],
  [
    'a second intent that was paid, and a case about something else',
    /^paid at the rail/,
    /pi_0 .* neither/,
    (facts) => Object.assign(facts.cases[2]!, { details: { what: 'currency', theirs: 'XOF' } }),
  ],
  [
    'a charge of A whose case is closed',
    /^paid at the rail/,
    /TX9 .* neither/,
    (facts) => drop(facts.cases, (each) => each.transactionId === 'a-?'),
  ],
  [
    'a payment that moved money twice at the rail',
    /^paid at the rail/,
    /cos-1 .* is paid 2 times/,
    (facts) => Object.assign(bookPayment(facts, 'cos-1'), { timesPaid: 2 }),
  ],
  [
    'a credit for what was never paid',
    /^credited, so paid/,
    /w-in .* is paid 0 times/,
    (facts) => Object.assign(bookPayment(facts, 'cos-1'), { timesPaid: 0 }),
  ],
  [
    'a payment that was credited twice',
    /^credited, so paid/,
    /w-in .* 2 journals/,
    (facts) => transactionOf(facts, 'w-in').journals.push('collection_settled'),
  ],
  [
    'a credit of another amount than was paid',
    /^credited, so paid/,
    /is paid 99\.00 at the rail/,
    (facts) => Object.assign(bookPayment(facts, 'cos-1'), { amountBututs: 99_00n }),
  ],
  [
    'a credit that books another amount',
    /^credited, so paid/,
    /is booked as 10\.00/,
    (facts) => Object.assign(transactionOf(facts, 'w-in'), { collectedBututs: 10_00n }),
  ],
  [
    "a credit for somebody else's payment",
    /^credited, so paid/,
    /paid for order-of-another/,
    (facts) => Object.assign(bookPayment(facts, 'cos-1'), { reference: 'order-of-another' }),
  ],
  [
    'a success that was not booked',
    /^credited, so paid/,
    /0 journals/,
    (facts) => Object.assign(transactionOf(facts, 'w-in'), { journals: [] }),
  ],
  [
    'a wallet that was charged a third time for two collections',
    /^a wallet of PROVIDER_A/,
    /3 times for 2/,
    (facts) => facts.book.payments.push({ ...bookPayment(facts, 'TX9'), id: 'TX10' }),
  ],
  [
    'two charges of one collection in our own record',
    /^a wallet of PROVIDER_A/,
    /a-in .* charged 2 times/,
    (facts) => Object.assign(transactionOf(facts, 'a-in'), { charges: 2 }),
  ],
  [
    'a payout of W that was paid twice',
    /^no payout is paid twice/,
    /w-out .* is paid 2 times/,
    (facts) => facts.book.payouts.push({ ...bookPayout(facts, 'pt-1'), id: 'pt-2' }),
  ],
  [
    'a payout of A that was paid twice',
    /^no payout is paid twice/,
    /is no payout of ours any more/,
    (facts) => facts.book.payouts.push({ ...bookPayout(facts, 'TX8'), id: 'TX7' }),
  ],
  [
    'a payout of W that failed and was paid',
    /^no payout that failed/,
    /w-no .* is paid at the rail/,
    (facts) => facts.book.payouts.push({ ...bookPayout(facts, 'pt-1'), id: 'pt-3', reference: 'w-no' }),
  ],
  [
    'a payout of A that failed and was paid',
    /^no payout that failed/,
    /TX8 .* is paid, and payout a-out-\?/,
    (facts) => {
      Object.assign(transactionOf(facts, 'a-out-?'), { status: 'FAILED' });
      drop(facts.cases, (each) => each.transactionId === 'a-out-?');
    },
  ],
  [
    'a payout that is flagged as delivered and was never paid',
    /^no payout that failed/,
    /w-no .* flagged as delivered/,
    (facts) => Object.assign(transactionOf(facts, 'w-no'), { isDeliveredAfterFailure: true }),
  ],
  [
    'a payout that succeeded and was not paid',
    /^payouts that succeeded/,
    /w-out .* is not paid at the rail/,
    (facts) => Object.assign(bookPayout(facts, 'pt-1'), { state: 'failed' }),
  ],
  [
    'a payout to another number',
    /^payouts that succeeded/,
    /is paid to \+2207999999/,
    (facts) => Object.assign(bookPayout(facts, 'pt-1'), { mobile: '+2207999999' }),
  ],
  [
    'a payout of another amount',
    /^payouts that succeeded/,
    /is paid as 41\.00/,
    (facts) => Object.assign(bookPayout(facts, 'pt-1'), { amountBututs: 41_00n }),
  ],
  [
    'a payout that was reversed in our books only',
    /^payouts that succeeded/,
    /is paid at the rail/,
    (facts) => Object.assign(transactionOf(facts, 'w-out'), { status: 'REVERSED', paidOutBututs: 0n }),
  ],
  [
    'a float that paid what nobody got',
    /^ledger against rail book/,
    /PROVIDER_W, paid out: ledger 50\.00, book 40\.00/,
    (facts) => Object.assign(transactionOf(facts, 'w-out'), { paidOutBututs: 50_00n }),
  ],
  [
    'a wallet that was filled at the rail only',
    /^ledger against rail book/,
    /PROVIDER_A, wallet/,
    (facts) => Object.assign(facts.book.fundedBututs, { PROVIDER_A: 1_500_00n }),
  ],
  [
    'a payout that waits, and nobody looks at it',
    /^settled/,
    /a-out-\?/,
    (facts) => drop(facts.cases, (each) => each.transactionId === 'a-out-?'),
  ],
  [
    'a case about nothing',
    /^each case/,
    /which is not there/,
    (facts) => Object.assign(facts.cases[2]!, { transactionId: 'lost' }),
  ],
  [
    'a case without a reason',
    /^each case/,
    /gives no reason/,
    (facts) => Object.assign(facts.cases[0]!, { details: {} }),
  ],
  [
    'an acknowledged request that is gone',
    /^what was acknowledged/,
    /which is not there/,
    (facts) => facts.requests.push({ ...facts.requests[1]!, transactionId: 'gone' }),
  ],
  [
    'an acknowledgement with the transaction of another request',
    /^what was acknowledged/,
    /order-1 was acknowledged as payout w-out/,
    (facts) => Object.assign(facts.requests[1]!, { transactionId: 'w-out' }),
  ],
  [
    'a success that was told and taken back',
    /^what was acknowledged/,
    /w-no .* was told to be SUCCEEDED/,
    (facts) => facts.requests.push({ ...facts.requests[13]!, status: 'SUCCEEDED' }),
  ],
  [
    'two transactions for one payout request',
    /^repeats of a request/,
    /wage-1 .* is there twice|is there twice/,
    (facts) =>
      facts.transactions.push({ ...transactionOf(facts, 'w-no'), id: 'w-twin', reference: 'wage-1' }),
  ],
  [
    'a repeat that got another transaction',
    /^repeats of a request/,
    /was told .* and /,
    (facts) => {
      facts.transactions.push({ ...transactionOf(facts, 'w-no'), id: 'w-twin', reference: 'wage-4' });
      facts.requests.push({ ...facts.requests[13]!, transactionId: 'w-twin' });
    },
  ],
  [
    'a repeat that was refused as a clash',
    /^repeats of a request/,
    /refused as another request/,
    (facts) => facts.requests.push({ ...facts.requests[1]!, kind: 'refused', code: 'DUPLICATE_REFERENCE' }),
  ],
  [
    'a transaction that nobody asked for',
    /^nothing is there/,
    /w-no/,
    (facts) => drop(facts.requests, (each) => each.kind === 'asked' && each.reference === 'wage-4'),
  ],
  [
    'a transaction of another amount than was asked for',
    /^nothing is there/,
    /asked for was 1\.00/,
    (facts) => Object.assign(facts.requests[12]!, { amount: '1.00' }),
  ],
  [
    'an invariant that the audit found broken',
    /^npm run audit/,
    /journals sum to zero: 3/,
    (facts) => Object.assign(facts.audit[0]!, { violations: 3, examples: ['a'] }),
  ],
  ['an audit that did not run', /^npm run audit/, /said nothing/, (facts) => void facts.audit.splice(0)],
])('%s is found', (_what, inCheck, violation, plant) => {
  const facts = soundFacts();
  plant(facts);
  const found = check(facts).checks.find((each) => inCheck.test(each.name))!;
  expect(found.violations.join('\n')).toMatch(violation);
});
