import {
  balance,
  begin,
  call,
  commit,
  ended,
  float,
  house,
  other,
  own,
  put,
  type Row,
  shop,
  stage,
  taking,
  told,
  transaction,
  unfolded,
} from '#db/scenarios/calls';
import { rowOf } from '#db/scenarios/room';
import { id, type Scenario } from '#db/scenarios/stage';

// Of db/functions/35_payout_limits.sql. What is told is 10 March 2020.

const live = { environment: 'LIVE' };
const never = '1970-01-01';

const tally = (table: string, day: string, amount_bututs: number, more: Row = {}) =>
  put(table, {
    ...{ client_id: shop, environment: 'SANDBOX', type: 'payout', status: 'SUCCEEDED', provider: 'W', day },
    ...{ count: 1, amount_bututs, commission_bututs: 0, ...more },
  });
/** In both tables: what is folded, and what is not yet. */
const taken = (day: string, bututs: number, more: Row = {}) =>
  tally('tallies', day, bututs, more) + tally('unfolded_tallies', day, bututs * 2, more);
const limits = (each: number | null, day: number | null, month: number | null) =>
  `update clients set payout_limit_bututs = ${each}, payout_limit_day_bututs = ${day}, payout_limit_month_bututs = ${month} where id = '${shop}';`;

const failed = (name: string, amount: number, at: string, more: Row = {}) =>
  ended('payout', name, amount, 'FAILED', {
    ...live,
    completed_at: at,
    delivered_after_failure: true,
    ...more,
  });
const foundOut = (row: Row, more: Row = {}) =>
  put('cases', {
    ...{
      id: id(`found of ${row.client_reference}`),
      ...live,
      provider: 'W',
      kind: 'delivered_after_failure',
      subject: row.id,
    },
    ...{
      client_id: row.client_id,
      transaction_id: row.id,
      details: {},
      status: 'OPEN',
      opened_at: told(),
      ...more,
    },
  });
const days = `array['1970-01-01', '2020-03-08', '2020-03-09']::date[]`;
const afterFailure = (client: string | null, provider: string | null) =>
  `select * from paid_after_failure(${client === null ? 'null' : `'${client}'`}, ${provider === null ? 'null' : `'${provider}'`}, ${days}) order by 1, 2`;
const counted = (environment: string, now = told()) =>
  `select * from payout_limits('${shop}', '${environment}', '${now}')`;
const exceeded = (amount: number, more: Row = {}) =>
  `select exceeded_payout_limit(${rowOf(transaction('payout', 'next', amount, more))}, '${told()}') as answer`;
const rail = (environment: string, now = told(), provider = 'W') =>
  `select * from rail_payout_limits('${shop}', '${environment}', '${provider}', '${now}')`;
const railExceeded = (amount: number, more: Row = {}) =>
  `select exceeded_rail_limit(${rowOf(transaction('payout', 'next', amount, more))}, '${told()}') as answer`;
const setting = (environment: string, day: number | null, month: number | null, more: Row = {}) =>
  put('rail_settings', {
    ...{ environment, provider: 'W', direction: 'payout', enabled: true, min_bututs: 1, max_bututs: 1 },
    ...{ day_limit_bututs: day, month_limit_bututs: month, ...more },
  });
const ofRail = (day: string, amount_bututs: number, provider = 'W') =>
  put('rail_tallies', { provider, day, amount_bututs });

const march = [
  taken(never, 1),
  taken('2020-03-10', 10),
  taken('2020-03-09', 100),
  taken('2020-03-01', 1000),
  taken('2020-02-29', 1_000_000),
  taken('2020-03-11', 2_000_000),
  taken('2020-03-10', 3_000_000, { status: 'FAILED' }),
  taken('2020-03-10', 4_000_000, { type: 'refund' }),
  taken('2020-03-10', 5_000_000, { client_id: other }),
  taken('2020-03-10', 6_000_000, { environment: 'LIVE', provider: 'A' }),
];
const delivered = [
  put('transactions', failed('today', 50_000, told()), failed('before', 70_000, '2020-03-02T10:00:00Z')),
  foundOut(failed('today', 0, told())),
  foundOut(failed('before', 0, told())),
];

const asked = (amount: number, more: Row = {}) =>
  call('would_be_held', {
    ...{
      client_id: shop,
      owner_id: shop,
      environment: 'SANDBOX',
      provider: 'W',
      amount_bututs: amount,
      is_covered: false,
    },
    ...{ now: told(), ...more },
  });

export const payoutLimits: Scenario[] = [
  {
    title: 'What live payouts that had failed have brought their recipients',
    given: [
      stage,
      put('transactions', failed('a', 1, '2020-03-08T00:00:00Z'), failed('b', 20, '2020-03-09T23:59:59Z')),
      put('transactions', failed('c', 300, '2020-03-09T01:00:00Z', { client_id: other, provider: 'A' })),
      foundOut(failed('a', 0, '')),
      foundOut(failed('a', 0, ''), { id: id('found again of a'), status: 'CLOSED', closed_at: told() }),
      foundOut(failed('b', 0, '')),
      foundOut(failed('c', 0, '', { client_id: other })),
    ].join('\n'),
    steps: [
      ['is counted of a client, by the day of Banjul on which they had failed', afterFailure(shop, null)],
      ['is counted over a rail', afterFailure(null, 'W')],
      ['is counted of all', afterFailure(null, null)],
      [
        'is not of other days, of what succeeded, was not delivered, has no such case, is no payout or is of the sandbox',
        [
          put(
            'transactions',
            failed('d', 4000, '2020-03-10T00:00:00Z'),
            failed('e', 4000, '2020-03-07T23:59:59Z'),
          ),
          put('transactions', {
            ...failed('f', 4000, '2020-03-08T00:00:00Z'),
            status: 'SUCCEEDED',
            failure_code: null,
          }),
          put('transactions', failed('g', 4000, '2020-03-08T00:00:00Z', { delivered_after_failure: false })),
          put(
            'transactions',
            failed('h', 4000, '2020-03-08T00:00:00Z'),
            failed('i', 4000, '2020-03-08T00:00:00Z', { environment: 'SANDBOX' }),
          ),
          put(
            'transactions',
            failed('j', 4000, '2020-03-08T00:00:00Z', {
              type: 'refund',
              collection_id: id('x'),
              refund_method: 'payout',
            }),
          ),
          put(
            'transactions',
            failed('k', 4000, '2020-03-08T00:00:00Z'),
            failed('l', 4000, '2020-03-08T00:00:00Z'),
          ),
          ...['d', 'e', 'f', 'g', 'j'].map((name) => foundOut(failed(name, 0, ''))),
          foundOut(failed('h', 0, ''), { kind: 'mismatch' }),
          foundOut(failed('i', 0, ''), {}),
          foundOut(failed('k', 0, ''), { environment: 'SANDBOX' }),
          foundOut(failed('l', 0, ''), { client_id: other }),
          afterFailure(null, null),
        ].join('\n'),
      ],
      [
        'is not of what was adjusted and had not been delivered',
        [
          put('adjustments', {
            ...{
              client_id: shop,
              ...live,
              id: id('adjusted g'),
              transaction_id: id('g'),
              case_id: id('x'),
              journal_id: id('y'),
            },
            ...{ client_bututs: 0, rail_bututs: 5, reason: 'x', evidence: 'x', proposed_by_name: 'A' },
            ...{ confirmed_by_name: 'B', created_at: told() },
          }),
          afterFailure(null, null),
        ].join('\n'),
      ],
      [
        'is looked for among the cases since the first of these days',
        [
          put(
            'transactions',
            failed('m', 7, '2020-03-08T00:00:00Z'),
            failed('n', 4000, '2020-03-08T00:00:00Z'),
          ),
          foundOut(failed('m', 0, ''), { opened_at: '2020-03-08T00:00:00Z' }),
          foundOut(failed('n', 0, ''), { opened_at: '2020-03-07T23:59:59Z' }),
          afterFailure(null, null),
        ].join('\n'),
      ],
      [
        'is not where two people found that it was not paid, unless they booked something of it',
        [
          ...['a', 'b'].map(
            (name) =>
              `update cases set status = 'CLOSED', closed_at = '${told()}', closed_by = '${id('operator')}', proposal = '{"outcome":"nothing"}' where transaction_id = '${id(name)}';`,
          ),
          put('adjustments', {
            ...{
              client_id: shop,
              ...live,
              id: id('adjusted b'),
              transaction_id: id('b'),
              case_id: id('x'),
              journal_id: id('y'),
            },
            ...{
              client_bututs: 0,
              rail_bututs: 5,
              reason: 'x',
              evidence: 'x',
              proposed_by_name: 'A',
              confirmed_by_name: 'B',
              created_at: told(),
            },
          }),
          put('adjustments', {
            ...{
              client_id: other,
              ...live,
              id: id('adjusted a'),
              transaction_id: id('a'),
              case_id: id('x'),
              journal_id: id('y'),
            },
            ...{
              client_bututs: 0,
              rail_bututs: 5,
              reason: 'x',
              evidence: 'x',
              proposed_by_name: 'A',
              confirmed_by_name: 'B',
              created_at: told(),
            },
          }),
          afterFailure(shop, null),
        ].join('\n'),
      ],
    ],
  },
  {
    title: 'What payouts of a client have taken',
    given: [stage, ...march, ...delivered, limits(11, 12, 13)].join('\n'),
    steps: [
      ['is that of the day and of the month, with what is under way', counted('SANDBOX')],
      ['is more in live, by what was delivered after it had failed', counted('LIVE')],
      ['is of another month on its first day', counted('SANDBOX', '2020-04-01T00:00:00Z')],
      ['is of that month until its last moment', counted('SANDBOX', '2020-03-31T23:59:59Z')],
      ['is nothing where there was none', `select * from payout_limits('${house}', 'SANDBOX', '${told()}')`],
      ['is of each client', `select * from payout_limits('${id('nobody')}', 'SANDBOX', '${told()}')`],
    ],
  },
  {
    title: "A client's limits",
    given: [stage, ...march].join('\n'),
    steps: [
      ['are none', exceeded(1_000_000_000)],
      ['are of each payout', `${limits(500, null, null)} ${exceeded(500)}`],
      ['are passed by one butut', exceeded(501)],
      ['are of a day', `${limits(null, 133, null)} ${exceeded(100)}`],
      ['of a day are passed by one butut, and say what is left', exceeded(101)],
      ['are of a month', `${limits(null, null, 4333)} ${exceeded(1000)}`],
      ['of a month are passed by one butut', exceeded(1001)],
      ['leave nothing where more is taken already', `${limits(null, null, 1)} ${exceeded(1)}`],
      ['are told as the narrowest of them', `${limits(3, 2, 1)} ${exceeded(50)}`],
      ['are told of the day before the month', `${limits(300, 40, 1)} ${exceeded(50)}`],
      ['are of each client', exceeded(1_000_000, { client_id: other })],
      ['are of each environment', `${limits(null, 34, null)} ${exceeded(34, live)}`],
      [
        'are looked at when a payout begins',
        `${balance(own('available'), -5000)} ${limits(500, null, null)} ${commit(begin(transaction('payout', 'p', 501), taking(transaction('payout', 'p', 501))))}`,
      ],
      [
        'are not of refunds',
        [
          put('transactions', ended('collection', 'c', 2000, 'SUCCEEDED')),
          commit(
            begin(transaction('refund', 'r', 501, { collection_id: id('c'), refund_method: 'payout' }), {
              debit_available_bututs: 501,
            }),
          ),
        ].join('\n'),
      ],
    ],
  },
  {
    title: 'What a rail has paid out in the sandbox',
    given: [
      stage,
      ...march,
      taken('2020-03-10', 7_000_000, { provider: 'A' }),
      taken('2020-03-10', 9_000_000, live),
      ...delivered,
    ].join('\n'),
    steps: [
      ['is not counted where there is no limit', rail('SANDBOX')],
      ['is not counted where both are none', `${setting('SANDBOX', null, null)} ${rail('SANDBOX')}`],
      [
        'is that of this client',
        `update rail_settings set day_limit_bututs = 5, month_limit_bututs = 6; ${rail('SANDBOX')}`,
      ],
      [
        'is that of the day, where only that is limited',
        `update rail_settings set month_limit_bututs = null; ${rail('SANDBOX')}`,
      ],
      [
        'is that of the month, where only that is',
        `update rail_settings set day_limit_bututs = null, month_limit_bututs = 6; ${rail('SANDBOX')}`,
      ],
      ['is of its month until its last moment', rail('SANDBOX', '2020-03-31T23:59:59Z')],
      [
        'is none of a month in which nothing began',
        `delete from tallies where day = '1970-01-01'; delete from unfolded_tallies where day = '1970-01-01'; ${rail('SANDBOX', '2020-05-01T00:00:00Z')}`,
      ],
      ['is limited in its own environment', rail('LIVE')],
      ['is limited on its own rail', rail('SANDBOX', told(), 'A')],
      [
        'is limited of its own direction',
        `update rail_settings set direction = 'collection'; ${rail('SANDBOX')}`,
      ],
    ],
  },
  {
    title: 'What a live rail has paid out',
    given: [
      stage,
      ...march,
      ...delivered,
      ...[
        ofRail(never, 1),
        ofRail('2020-03-10', 20),
        ofRail('2020-03-01', 300),
        ofRail('2020-02-29', 4_000_000),
      ],
      ofRail('2020-03-10', 5_000_000, 'A'),
      ...[
        [shop, never, 7],
        [other, '2020-03-10', 80],
        [shop, '2020-03-03', 900],
      ].map(([client, day, bututs]) =>
        tally('unfolded_tallies', String(day), Number(bututs), { ...live, client_id: client }),
      ),
      tally('unfolded_tallies', '2020-03-10', 3_000_000, { ...live, status: 'FAILED' }),
      tally('unfolded_tallies', '2020-03-10', 3_000_000, { ...live, type: 'refund' }),
      tally('unfolded_tallies', '2020-03-12', 3_000_000, live),
      put('transactions', failed('on another rail', 600_000, told(), { provider: 'A' })),
      foundOut(failed('on another rail', 0, '')),
      put('transactions', failed('of another', 400_000, told(), { client_id: other })),
      foundOut(failed('of another', 0, '', { client_id: other })),
      setting('LIVE', 5, 6),
    ].join('\n'),
    steps: [
      ['is that of all clients', rail('LIVE')],
      [
        'is that of the day, where only that is limited',
        `update rail_settings set month_limit_bututs = null; ${rail('LIVE')}`,
      ],
    ],
  },
  {
    title: "A rail's limits",
    given: [stage, taken('2020-03-10', 10), taken('2020-03-01', 100), ofRail('2020-03-10', 50)].join('\n'),
    steps: [
      ['are none', railExceeded(1_000_000)],
      ['are none where both are none', `${setting('SANDBOX', null, null)} ${railExceeded(1_000_000)}`],
      ['are of a day', `update rail_settings set day_limit_bututs = 130; ${railExceeded(100)}`],
      ['of a day are passed by one butut, and say what is left', railExceeded(101)],
      [
        'are of a month',
        `update rail_settings set day_limit_bututs = null, month_limit_bututs = 430; ${railExceeded(100)}`,
      ],
      ['of a month are passed by one butut', railExceeded(101)],
      [
        'leave nothing where more is taken already',
        `update rail_settings set month_limit_bututs = 1; ${railExceeded(1)}`,
      ],
      [
        'are told of the day before the month',
        `update rail_settings set day_limit_bututs = 20, month_limit_bututs = 1; ${railExceeded(100)}`,
      ],
      ['are of their environment', railExceeded(100, live)],
      ['are of their rail', railExceeded(100, { provider: 'A' })],
      ['are of their direction', `update rail_settings set direction = 'collection'; ${railExceeded(100)}`],
      [
        'of live rails are of what all clients have paid out',
        `${setting('LIVE', 60, null)} ${railExceeded(11, live)}`,
      ],
      ['are passed by none of the last butut', railExceeded(10, live)],
      [
        'are looked at when a payout begins',
        [
          balance(own('available', 'LIVE'), -5000),
          balance(float, 5000),
          commit(begin(transaction('payout', 'p', 11, live), taking(transaction('payout', 'p', 11, live)))),
        ].join('\n'),
      ],
      [
        'are told after those of the client',
        `${limits(5, null, null)} ${commit(begin(transaction('payout', 'p', 11, live), taking(transaction('payout', 'p', 11, live))))}`,
      ],
      [
        'are looked at where there is no such float',
        `${setting('LIVE', 5, null, { provider: 'X' })} ${railExceeded(6, { ...live, provider: 'X' })}`,
      ],
    ],
  },
  {
    title: 'A rail without limits of payouts',
    given: [
      stage,
      setting('LIVE', 5, null),
      setting('LIVE', 5, null, { provider: 'A', direction: 'collection' }),
    ].join('\n'),
    steps: [['is not counted, and its float not locked', railExceeded(9, { ...live, provider: 'A' })]],
  },
  {
    title: 'Whether a payout would wait',
    given: [
      stage,
      balance(own('rail_float:W'), 1000, 300),
      unfolded(own('rail_float:W'), 50, 20),
      ...[own('rail_float:W', 'LIVE'), own('rail_float:W', 'SANDBOX', other), own('held')].flatMap(
        (account) => [balance(account, -100_000), unfolded(account, -100_000)],
      ),
      balance(float, 40),
      balance(own('rail_collections:W', 'LIVE'), 60),
      balance(own('rail_collections:W'), 999_999),
    ].join('\n'),
    steps: [
      ['is not said of the last butut', asked(730)],
      ['is said of one more', asked(731)],
      ['is said of what collections do not cover', asked(41, { ...live, owner_id: house })],
      [
        'is not said of what they cover to the last butut',
        asked(100, { ...live, owner_id: house, is_covered: true }),
      ],
      ['is said of one more than that', asked(101, { ...live, owner_id: house, is_covered: true })],
      ['is said of all, where there is no such float', asked(1, { provider: 'A' })],
      ['is not said of nothing', asked(0, { provider: 'A' })],
      [
        'is said where others wait who would fit',
        `${put('transactions', transaction('payout', 'first', 730, { status: 'AWAITING_LIQUIDITY', held_since: told() }))} ${asked(1)}`,
      ],
      [
        'is not said where they would not',
        `update accounts set reserved_bututs = 301 where name = 'rail_float:W' and balance_bututs = 1000; ${asked(1)}`,
      ],
      ['is said where they were overtaken for an hour', asked(1, { now: told(61) })],
      ['is said of each client by itself', asked(1, { client_id: other, now: told(61) })],
    ],
  },
];
