import {
  balance,
  call,
  ended,
  float,
  house,
  other,
  own,
  put,
  quote,
  type Row,
  shop,
  stage,
  told,
  transaction,
  unfolded,
  unguarded,
} from '#db/scenarios/calls';
import { id, type Scenario } from '#db/scenarios/stage';

// Of db/functions/26_room.sql.

const available = own('available');
const sandboxFloat = own('rail_float:W');
const collections = own('rail_collections:W', 'LIVE');

const held = (name: string, amount: number, more: Row = {}) =>
  transaction('payout', name, amount, { status: 'AWAITING_LIQUIDITY', held_since: told(), ...more });
const live = { environment: 'LIVE' };

const work = (row: Row, kind: string, more: Row = {}) =>
  put('rail_operations', {
    ...{
      client_id: row.client_id,
      environment: row.environment,
      provider: row.provider,
      transaction_id: row.id,
    },
    ...{ kind, run_at: told(), ...more },
  });
const refund = (name: string, amount: number, more: Row = {}) =>
  transaction('refund', name, amount, {
    ...{ environment: 'LIVE', collection_id: id('some collection'), refund_method: 'reversal', ...more },
  });
/** A refund with what its rail is asked. */
const asked = (row: Row, kind = 'refund', more: Row = {}) => put('transactions', row) + work(row, kind, more);

const queued = (client: string, environment: string, room: number, now = told()) =>
  call('is_queued_before', client, environment, 'W', room, now);

/** As a row of the table. */
export const rowOf = (row: Row) =>
  `jsonb_populate_record(null::transactions, ${quote(JSON.stringify(row))}::jsonb)`;

const reserve = (row: Row, more: Row = {}, isNew = true, now = told()) =>
  `select reserve_float(${quote({
    ...{ client_id: row.environment === 'LIVE' ? house : row.client_id, account: 'rail_float:W' },
    ...{ reserve_bututs: row.amount_bututs, spend_bututs: 0, ...more },
  })}::jsonb, ${rowOf(row)}, ${isNew}, '${now}') as answer`;
const cover = (name: string) => ({ cover_journal_id: id(name) });

const fee = (over: number, more: Row = {}, of = live) =>
  `select fitting_fee(${quote({
    ...{
      rail_fee_bututs: 9,
      over_bututs: over,
      from: 'float',
      account: 'rail_float:W',
      otherwise: { rail_fee_bututs: 4 },
    },
    ...more,
  })}::jsonb, ${rowOf(transaction('payout', 'fee', 100, of))}) as answer`;

const neighbours = [own('available', 'LIVE'), own('available', 'SANDBOX', other), own('commission')]
  .map((account) => balance(account, -1_000_000) + unfolded(account, -2_000_000))
  .join('\n');
const floats = [own('rail_float:W', 'LIVE'), own('rail_float:W', 'SANDBOX', other), own('rail_collections:W')]
  .map((account) => balance(account, 1_000_000, 30) + unfolded(account, 2_000_000, 50))
  .join('\n');

/** What a payment has had sent back, so that it is below zero. */
const failedCollection = ended('collection', 'came', 100, 'FAILED', live);
const backFor = (name: string, more: Row = {}) =>
  held(name, 10, { ...live, client_reference: `payback-${id('came')}`, ...more });
const ofShared = { collection_id: id('shared'), refund_method: 'payout' };
const exceeds = (row: Row) =>
  `select exceeds_what_came(t) as answer from transactions t where id = '${row.id}'`;
const overgiven = [
  stage,
  put(
    'transactions',
    ended('collection', 'all given', 100, 'SUCCEEDED', live),
    ended('refund', 'first back', 100, 'SUCCEEDED', {
      ...{ ...live, collection_id: id('all given'), refund_method: 'reversal' },
    }),
    held('second back', 1, {
      ...live,
      type: 'refund',
      collection_id: id('all given'),
      refund_method: 'payout',
    }),
    ended('collection', 'just given', 100, 'SUCCEEDED', live),
    held('whole back', 100, {
      ...live,
      type: 'refund',
      collection_id: id('just given'),
      refund_method: 'payout',
    }),
    failedCollection,
    backFor('payback'),
    held('other payout', 10, live),
  ),
].join('\n');

export const room: Scenario[] = [
  {
    title: 'What a client can spend',
    given: [
      stage,
      balance(available, -1000),
      unfolded(available, -30),
      unfolded(available, 4),
      neighbours,
    ].join('\n'),
    steps: [
      ['is its balance and what is not folded into it', call('lock_available', shop, 'SANDBOX')],
      [
        'is its balance, where all is folded',
        `delete from unfolded_entries where account = 'available'; ${call('lock_available', shop, 'SANDBOX')}`,
      ],
      ['is not known of a client that has no such account', call('lock_available', house, 'LIVE')],
    ],
  },
  {
    title: 'Taking from a balance',
    given: [
      stage,
      balance(available, -1000),
      unfolded(available, -30),
      unfolded(available, -4),
      neighbours,
    ].join('\n'),
    steps: [
      ['folds what is there, and takes', call('take_available', shop, 'SANDBOX', 500)],
      ['takes where nothing is to be folded', call('take_available', shop, 'SANDBOX', 34)],
    ],
  },
  {
    title: 'What a float has',
    given: [
      stage,
      balance(sandboxFloat, 1000, 300),
      unfolded(sandboxFloat, -50, -20),
      unfolded(sandboxFloat, 3, 1),
      floats,
    ].join('\n'),
    steps: [
      [
        'is what no payout has set aside, with what is not folded',
        call('lock_float', shop, 'SANDBOX', 'rail_float:W'),
      ],
      [
        'is that, where all is folded',
        `delete from unfolded_entries; ${call('lock_float', shop, 'SANDBOX', 'rail_float:W')}`,
      ],
      ['is not known where there is none', call('lock_float', shop, 'SANDBOX', 'rail_float:X')],
    ],
  },
  {
    title: "What lies in a live rail's wallet of what was collected",
    given: [
      stage,
      balance(collections, 5000),
      unfolded(collections, -200),
      balance(own('rail_collections:W', 'LIVE', other), 90_000),
      unfolded(own('rail_collections:W', 'LIVE', other), 700_000),
      balance(own('rail_collections:W'), 1_000_000),
      unfolded(own('rail_collections:W'), 2_000_000),
      balance(float, 3_000_000),
      unfolded(float, 4_000_000),
    ].join('\n'),
    steps: [
      ['is that of all clients', call('collected_on', 'W')],
      ['is nothing on a rail that has no such account', call('collected_on', 'A')],
      [
        'is not what the rail is giving back itself, and takes for that',
        `${asked(refund('back', 30, { rail_fee_bututs: 2 }))} ${call('collected_on', 'W')}`,
      ],
      [
        'is more by no fee that comes back with it',
        `${asked(refund('back with fee', 400, { rail_fee_bututs: -5 }))} ${call('collected_on', 'W')}`,
      ],
      [
        'is whole where it is another rail, another environment, another work, another way, or over',
        [
          asked(refund('on another', 1, { provider: 'A' })),
          asked(refund('of the sandbox', 2, { environment: 'SANDBOX' })),
          asked(refund('is looked up', 4), 'look_up'),
          asked(refund('is paid out', 8, { refund_method: 'payout' })),
          asked({
            ...ended('refund', 'is over', 16, 'SUCCEEDED', refund('is over', 16)),
            status: 'SUCCEEDED',
            completed_at: told(),
          }),
          work(refund('of another client', 32, { client_id: other, id: id('back') }), 'refund'),
          call('collected_on', 'W'),
        ].join('\n'),
      ],
      ['covers payouts too', call('cover_on', 'W')],
      [
        'does so where an operator said nothing else',
        `${put('rail_wallets', { provider: 'A', collections_cover_payouts: false }, { provider: 'W' })} ${call('cover_on', 'W')}`,
      ],
      [
        'does not where one said no',
        `update rail_wallets set collections_cover_payouts = false where provider = 'W'; ${call('cover_on', 'W')}`,
      ],
      [
        'covers nothing where more was given back than lies there',
        `update rail_wallets set collections_cover_payouts = true; ${balance(collections, -900_000)} select collected_on('W'), cover_on('W')`,
      ],
    ],
  },
  {
    title: 'A payout that a scenario of the sandbox holds',
    given: [
      stage,
      put(
        'transactions',
        held('short', 10, { scenario: 'float_short' }),
        held('slow', 10, { scenario: 'slow' }),
      ),
      put('transactions', held('done', 10, { scenario: 'float_short' }), held('plain', 10)),
      work(held('short', 10), 'send'),
      work(held('slow', 10), 'send'),
      work(held('plain', 10), 'send'),
      work(held('done', 10, { client_id: other }), 'send'),
    ].join('\n'),
    steps: [
      [
        'is held for as long as its operation is there; of one without a scenario that is not known, and it stays held, too',
        'select client_reference, is_held_by_scenario(t), stays_held(t) from transactions t order by id',
      ],
    ],
  },
  {
    title: 'A live refund or payback of more than came',
    given: overgiven,
    steps: [
      ['exceeds it, where what was given back and it are more', exceeds(refund('second back', 1))],
      ['does not, where it gives back the last butut', exceeds(refund('whole back', 1))],
      ['exceeds it as a payback too', exceeds(backFor('payback'))],
      ['is no other payout', exceeds(held('other payout', 10))],
      [
        'is of a collection of its own client and environment',
        [
          put('transactions', ended('collection', 'shared', 10, 'SUCCEEDED', live)),
          ...[{ client_id: other }, { environment: 'SANDBOX' }].flatMap((more) => [
            put('transactions', ended('collection', 'shared', 10, 'FAILED', { ...live, ...more })),
            put('transactions', ended('refund', 'given', 10, 'SUCCEEDED', { ...live, ...ofShared, ...more })),
          ]),
          put('transactions', held('next', 10, { ...live, type: 'refund', ...ofShared })),
          exceeds(refund('next', 1)),
        ].join('\n'),
      ],
      [
        'is of no payout that more came back of',
        [
          put('transactions', ended('payout', 'out', 10, 'FAILED', live)),
          put('adjustments', {
            ...{
              client_id: shop,
              ...live,
              id: id('adjusted'),
              transaction_id: id('out'),
              case_id: id('x'),
              journal_id: id('y'),
            },
            ...{
              client_bututs: 0,
              rail_bututs: -5,
              reason: 'x',
              evidence: 'x',
              proposed_by_name: 'A',
              confirmed_by_name: 'B',
            },
            created_at: told(),
          }),
          put(
            'transactions',
            held('of it', 1, { ...live, type: 'refund', ...ofShared, collection_id: id('out') }),
          ),
          exceeds(refund('of it', 1)),
        ].join('\n'),
      ],
      [
        'is no payout to somebody else under such a reference',
        [
          `update transactions set mobile = '+2207012345' where id in ('${id('came')}', '${id('payback')}');`,
          put(
            'transactions',
            backFor('to another', { client_reference: `payback-${id('came')}-2`, mobile: '+2209999999' }),
          ),
          exceeds(backFor('to another')),
        ].join('\n'),
      ],
      [
        'is none in the sandbox',
        `${unguarded(`update transactions set environment = 'SANDBOX' where id in ('${id('second back')}', '${id('all given')}', '${id('first back')}')`)} ${exceeds(refund('second back', 1))}`,
      ],
      [
        'stays held',
        `${unguarded(`update transactions set environment = 'LIVE' where id in ('${id('second back')}', '${id('all given')}', '${id('first back')}')`)} select client_reference like 'payback%' as is_payback, client_reference, stays_held(t) from transactions t where status = 'AWAITING_LIQUIDITY' order by id`,
      ],
    ],
  },
  {
    title: 'The queue of a float in the sandbox',
    given: [stage, put('transactions', held('first', 100), held('second', 300))].join('\n'),
    steps: [
      ['goes before one that begins, where its first would fit', queued(shop, 'SANDBOX', 100)],
      ['does not, where none would fit', queued(shop, 'SANDBOX', 99)],
      ['does not for the whole hour in which it was overtaken', queued(shop, 'SANDBOX', 99, told(60))],
      ['goes before it once that was so for more than an hour', queued(shop, 'SANDBOX', 99, told(60.001))],
      ['is of each client by itself', queued(other, 'SANDBOX', 1000)],
      ['is of an environment by itself', queued(shop, 'LIVE', 1000)],
      ['is of a rail by itself', call('is_queued_before', shop, 'SANDBOX', 'A', 1000, told())],
      [
        'is nobody who is under way',
        `${unguarded(`update transactions set status = 'PENDING'`)} ${queued(shop, 'SANDBOX', 1000)}`,
      ],
      [
        'is nobody whose client is suspended',
        `${unguarded(`update transactions set status = 'AWAITING_LIQUIDITY'`)} update clients set status = 'SUSPENDED' where id = '${shop}'; ${queued(shop, 'SANDBOX', 1000)}`,
      ],
      [
        'is nobody whom a scenario holds',
        `update clients set status = 'ACTIVE' where id = '${shop}'; ${unguarded(`update transactions set scenario = 'float_short'`)}
         ${work(held('first', 1), 'send')} ${work(held('second', 1), 'send')} ${queued(shop, 'SANDBOX', 1000)}`,
      ],
    ],
  },
  {
    title: 'The queue of a live float',
    given: [
      stage,
      put('transactions', held('of another', 100, { ...live, client_id: other, rail_fee_bututs: 7 })),
    ].join('\n'),
    steps: [
      ['is one of all clients, and each needs its fee too', queued(shop, 'LIVE', 107)],
      ['is passed by one that is smaller than what is left', queued(shop, 'LIVE', 106)],
    ],
  },
  {
    title: 'What a payout sets aside',
    given: [
      stage,
      balance(sandboxFloat, 1000, 300),
      unfolded(sandboxFloat, 40, 0),
      balance(own('rail_float:W', 'LIVE'), 9999),
    ].join('\n'),
    steps: [
      ['is not there, where the float is short by a butut', reserve(transaction('payout', 'p', 741))],
      ['is set aside to the last butut', reserve(transaction('payout', 'p', 740))],
      [
        'is taken from the float at once, where it is spent',
        `${balance(sandboxFloat, 1000, 300)} ${reserve(transaction('payout', 'p', 20), { spend_bututs: 20 })}`,
      ],
      [
        'waits behind those that would fit',
        `${put('transactions', held('first', 600))} ${reserve(transaction('payout', 'p', 20))}`,
      ],
      ['goes before them, where it waited itself', reserve(transaction('payout', 'p', 20), {}, false)],
      [
        'waits for nobody, where a scenario decides it',
        reserve(transaction('payout', 'p', 20, { scenario: 'slow' })),
      ],
      [
        'goes before those that do not fit',
        `${balance(sandboxFloat, 500, 0)} ${reserve(transaction('payout', 'p', 20))}`,
      ],
      [
        'waits behind those that were overtaken for an hour',
        reserve(transaction('payout', 'p', 20), {}, true, told(61)),
      ],
    ],
  },
  {
    title: 'What a live float lacks',
    given: [
      stage,
      balance(float, 100),
      balance(collections, 50),
      `set local application_name = 'kaira test';`,
    ].join('\n'),
    steps: [
      ['is not covered where nobody said so', reserve(transaction('payout', 'p', 101, live))],
      [
        'is covered by what was collected there, to the last butut',
        reserve(transaction('payout', 'p', 151, live), cover('c0')),
      ],
      ['is booked as it is covered', reserve(transaction('payout', 'p', 150, live), cover('c1'))],
      [
        'is nothing, where it has enough: nothing is booked',
        `${balance(float, 400)} ${reserve(transaction('payout', 'p', 400, live), cover('c2'))}`,
      ],
      [
        'counts with what covers it, where others wait: they would fit',
        `delete from unfolded_entries; ${balance(float, 30)} ${balance(collections, 70)} ${put('transactions', held('first', 100, { ...live, client_id: other }))}
         ${reserve(transaction('payout', 'p', 10, live), cover('c3'))}`,
      ],
      ['does not count so without it: they would not fit', reserve(transaction('payout', 'p', 10, live))],
      [
        'is still too little for them',
        `${balance(collections, 69)} ${balance(float, 30)} ${reserve(transaction('payout', 'p', 10, live), cover('c4'))}`,
      ],
    ],
  },
  {
    title: "A rail's fee",
    given: [stage, balance(float, 50), balance(own('rail_float:W'), 1000), balance(collections, 8)].join(
      '\n',
    ),
    steps: [
      ['is booked as it is, where it is what was set aside', fee(0)],
      ['is booked as it is, where it is less', fee(-3)],
      ['is booked as it is, where the float has what it is more', fee(50)],
      ['is booked otherwise, where the float has not', fee(51)],
      ['is not booked, where there is no other way', fee(51, { otherwise: null })],
      ['is of what was collected, where it was taken from there', fee(8, { from: 'collections' })],
      ['is booked otherwise, where not so much was collected', fee(9, { from: 'collections' })],
      ['takes no lock where it takes no more', fee(0, { account: 'rail_float:X' })],
      ['is of the float of its environment', fee(1, {}, { environment: 'SANDBOX' })],
      ['is taken where it is one butut', `${balance(float, 0)} ${fee(1)}`],
    ],
  },
];
