import {
  type Account,
  balance,
  call,
  float,
  house,
  journal,
  other,
  own,
  put,
  type Row,
  shop,
  stage,
  told,
  unfolded,
} from '#db/scenarios/calls';
import { id, type Scenario, toldMs } from '#db/scenarios/stage';

// Of db/functions/20_ledger.sql.

const available = own('available');
const held = own('held');

const posted = (name: string, more: Row, ...legs: [Account, number][]) => ({
  ...{ client_id: shop, environment: 'SANDBOX', now: told(), ...journal(name, 'test', ...legs) },
  ...more,
});
const post = (...journals: Row[]) =>
  `select post_journals(array[${journals.map((each) => `'${JSON.stringify(each)}'::jsonb`).join(', ')}])`;

/** Somebody's row on each side of an account's: of another client, environment and name. */
const neighbours = (name: string, bututs: number) =>
  [own(name, 'SANDBOX', other), own(name, 'LIVE'), held]
    .map((account) => balance(account, -bututs) + unfolded(account, -bututs))
    .join('\n');

const tally = (status: string, day: string, figures: number[], more: Row = {}) => {
  const [count = 0, amount_bututs = 0, commission_bututs = 0] = figures;
  const of = { client_id: shop, environment: 'LIVE', type: 'payout', status, provider: 'W', day };
  return put('unfolded_tallies', { ...of, count, amount_bututs, commission_bututs, ...more });
};

const answer = { lease_token: id('lease'), response_status: 201, response_sealed: '\\xbeef' };
const keyRow = {
  client_id: shop,
  environment: 'SANDBOX',
  key: 'once',
  fingerprint: '\\xaa',
  lease_token: id('lease'),
};
const asked = (more: Row = {}) =>
  put('idempotency_keys', { ...keyRow, lease_until: told(), created_at: told(), ...more });
const store = (client: string, environment: string, more: Row = {}) =>
  call('store_answer', client, environment, { key: 'once', ...answer, ...more });

const operator = id('operator');
const day = 24 * 60 * 60_000;
let lines = 0;
/** A line of the audit log, so long before what is told. */
const booked = (action: string, amount: string, msBefore: number, more: Row = {}, after: Row = {}) =>
  put('audit_log', {
    ...{ id: id(`line ${++lines}`, toldMs - msBefore), at: told(), user_id: operator, action },
    after: { amount, ...after },
    ...more,
  });
const alone = (bututs: number, limit: number) => call('books_alone', operator, bututs, limit, told());

const moved = (name: string, from: string, bututs: number, more: Row = {}) =>
  call('move_house_money', {
    ...{
      client_id: house,
      environment: 'LIVE',
      account: 'rail_float:W',
      from,
      provider: 'W',
      amount_bututs: bututs,
    },
    journal: journal(name, 'moved', [float, -bututs], [own('float_funding', 'LIVE', house), bututs]),
    now: told(5),
    ...more,
  });

export const ledger: Scenario[] = [
  {
    title: 'Ids that SQL makes',
    given: '',
    steps: [
      [
        'are of version 7, of the variant of RFC 9562, and of the time that they are given',
        `select uuid_v7('${told()}'), uuid_v7('${told(1)}') as later, uuid_v7('2020-03-10T12:00:00.001Z') as next`,
      ],
      [
        'are another one each time, and all of them of that form',
        `select count(distinct made), count(*) filter (where made::text !~ '^.{14}7.{4}[89ab]') as otherwise
         from (select uuid_v7('${told()}') as made from generate_series(1, 100)) m`,
      ],
    ],
  },
  {
    title: 'Journals',
    given: stage,
    steps: [
      [
        'go to the unfolded set, one sum for each account of each, but for the accounts that the caller changed already',
        post(
          posted('j1', { transaction_id: id('t1'), direct: ['available'] }, [available, 700], [held, -700]),
          posted(
            'j2',
            { corrects_journal_id: id('j1'), now: told(7) },
            [available, -200],
            [held, -100],
            [own('commission'), 300],
          ),
        ),
      ],
      [
        'have legs of the house and of a client in one, and each leg its own owner',
        post(
          posted('j3', { environment: 'LIVE', direct: null }, [own('available', 'LIVE'), -40], [float, 40]),
          posted('j4', { environment: 'LIVE' }, [own('available', 'LIVE'), -5], [float, 5]),
        ),
      ],
      ['that do not sum to zero are refused', post(posted('j5', {}, [available, 1], [held, -2]))],
      [
        'with an account that is not there are refused',
        post(posted('j6', {}, [available, 1], [own('purse'), -1])),
      ],
    ],
  },
  {
    title: 'A journal by itself',
    given: stage,
    steps: [
      [
        'waits to be sealed where it is of no transaction',
        `set local application_name = 'kaira test'; ${call('post_journal', shop, 'SANDBOX', null, journal('j1', 'test', [available, 9], [held, -9]), '{}', told(3))}`,
      ],
      [
        'is sealed with its transaction where it is of one, and leaves the accounts alone that its caller changed',
        call(
          'post_journal',
          shop,
          'SANDBOX',
          id('t1'),
          journal('j2', 'test', [available, 9], [held, -9]),
          '{held}',
          told(3),
        ),
      ],
      [
        'of another program than Kaira is not sealed',
        `set local application_name = 'psql'; ${call('post_journal', shop, 'SANDBOX', null, journal('j3', 'test', [available, 9], [held, -9]), '{}', told(3))}`,
      ],
    ],
  },
  {
    title: 'Unfolded entries',
    given: [
      stage,
      balance(available, -1000),
      balance(float, 5000, 300),
      unfolded(available, -30),
      unfolded(available, -4),
      unfolded(own('available', 'LIVE'), -700),
      unfolded(own('available', 'SANDBOX', other), -90),
      unfolded(float, 600, 20),
      unfolded(float, -50, -7),
      unfolded(own('purse'), 11),
      // Of accounts that are not there, beside those of another client and environment that are.
      unfolded([house, 'LIVE', 'available'], 22),
      unfolded([house, 'SANDBOX', 'rail_float:W'], 33),
    ].join('\n'),
    steps: [
      ['are added into their accounts, and what has no account stays', 'select fold_entries()'],
      ['are folded once', 'select fold_entries()'],
      ['are folded under the locks of their own accounts', `${unfolded(held, -1)} select fold_entries()`],
      [
        'are folded 20,000 at a time',
        `insert into unfolded_entries (client_id, environment, account, amount_bututs)
         select '${shop}', 'SANDBOX', 'commission', -1 from generate_series(1, 20050);
         delete from unfolded_entries where account <> 'commission';
         create temp table folded on commit drop as select fold_entries() as first;
         select first, fold_entries() as rest from folded`,
      ],
    ],
  },
  {
    title: 'Unfolded tallies',
    given: [
      stage,
      tally('SUCCEEDED', '2020-03-09', [2, 500, 7]),
      tally('SUCCEEDED', '2020-03-09', [1, 30, 2]),
      tally('SUCCEEDED', '2020-03-10', [1, 1000, 1]),
      tally('PENDING', '1970-01-01', [-1, -60, 0]),
      tally('FAILED', '2020-03-09', [4, 9000, 0]),
      tally('SUCCEEDED', '2020-03-09', [5, 70_000, 50], { type: 'collection' }),
      tally('SUCCEEDED', '2020-03-09', [6, 800_000, 0], { environment: 'SANDBOX' }),
      tally('SUCCEEDED', '2020-03-09', [7, 4, 0], { provider: 'A' }),
      tally('REVERSED', '2020-03-09', [1, 200, 0], { client_id: other }),
    ].join('\n'),
    steps: [
      [
        'are added up by day, over all days, and, of live payouts that have not failed, by rail over all clients',
        'select fold_tallies()',
      ],
      [
        'are added to what was folded before',
        [
          tally('SUCCEEDED', '2020-03-09', [1, 11, 3]),
          tally('SUCCEEDED', '2020-03-11', [1, 13, 4]),
          'select fold_tallies()',
        ].join('\n'),
      ],
      ['are folded once', 'select fold_tallies()'],
      [
        'are folded 20,000 at a time',
        `insert into unfolded_tallies select '${shop}', 'SANDBOX', 'payout', 'FAILED', 'W', '2020-03-01', 1, 2, 3 from generate_series(1, 20050);
         create temp table tallied on commit drop as select fold_tallies() as first;
         select first, fold_tallies() as rest from tallied`,
      ],
    ],
  },
  {
    title: 'The answer to a request with an idempotency key',
    given: [
      stage,
      asked(),
      asked({ environment: 'LIVE' }),
      asked({ client_id: other }),
      asked({ key: 'twice' }),
    ].join('\n'),
    steps: [
      ['is stored by who holds the lease', store(shop, 'SANDBOX')],
      ['is stored once', store(shop, 'SANDBOX')],
      ['is refused from whom the lease was taken', store(shop, 'LIVE', { lease_token: id('another lease') })],
      ['is refused where nobody asked with that key', store(other, 'LIVE')],
    ],
  },
  {
    title: 'A float that is funded',
    given: [
      stage,
      asked(),
      balance(own('rail_float:W'), 1000, 600),
      unfolded(own('rail_float:W'), 50),
      neighbours('rail_float:W', 7),
    ].join('\n'),
    steps: [
      [
        'says what is on it afterwards, and stores the answer in the same statement',
        call('fund_float', {
          ...{ client_id: shop, environment: 'SANDBOX', account: 'rail_float:W', now: told(2) },
          journal: journal('j1', 'float_funded', [own('rail_float:W'), 200], [own('float_funding'), -200]),
          answer: { key: 'once', ...answer },
        }),
      ],
      [
        'of another environment is another one, and needs no answer',
        call('fund_float', {
          ...{ client_id: house, environment: 'LIVE', account: 'rail_float:W', now: told() },
          journal: journal('j2', 'float_funded', [float, 3], [own('float_funding', 'LIVE', house), -3]),
        }),
      ],
      [
        'is not, where the answer cannot be stored',
        call('fund_float', {
          ...{ client_id: shop, environment: 'SANDBOX', account: 'rail_float:W', now: told() },
          journal: journal('j3', 'float_funded', [own('rail_float:W'), 200], [own('float_funding'), -200]),
          answer: { key: 'once', ...answer },
        }),
      ],
    ],
  },
  {
    title: "What an operator books alone of the house's money",
    given: [
      stage,
      booked('rail.float_funded', '1000.00', 0),
      booked('rail.float_withdrawn', '200.00', day),
      booked('rail.float_transferred', '30.00', 1000),
      booked('rail.collections_moved', '4.00', 2000),
      booked('rail.collections_withdrawn', '0.05', 3000),
      booked('rail.fees_booked', '70000.00', 0),
      booked('rail.float_funded', '80000.00', day + 1),
      booked('rail.float_funded', '90000.00', 0, { user_id: id('another operator') }),
      booked('rail.float_funded', '60000.00', 0, {}, { asked_by: id('another operator') }),
    ].join('\n'),
    steps: [
      [
        'is within the limit up to its last butut, with all that they booked alone in 24 hours',
        alone(95, 123_500),
      ],
      ['is above it with one butut more', alone(96, 123_500)],
      [
        'is what they book now, where there was nothing',
        `select books_alone('${id('a third operator')}', 500, 500, '${told()}') as answer,
                books_alone('${id('a third operator')}', 501, 500, '${told()}') as more`,
      ],
    ],
  },
  {
    title: "The house's money",
    given: [
      stage,
      balance(float, 1000, 300),
      unfolded(float, 60, 10),
      balance(own('rail_collections:W', 'LIVE'), 5000),
      unfolded(own('rail_collections:W', 'LIVE', other), 400),
      `set local application_name = 'kaira test';`,
    ].join('\n'),
    steps: [
      ['leaves a float up to what no payout has set aside', moved('j1', 'float', 751)],
      ['leaves it to the last butut', moved('j2', 'float', 750)],
      ['is moved once for a journal', moved('j2', 'float', 750)],
      [
        'of a journal of the same id of another owner is moved',
        moved('j3', 'float', 0, {
          ...{ client_id: shop, environment: 'SANDBOX', amount_bututs: 0 },
          journal: journal('j2', 'moved', [own('rail_float:W'), -1], [own('float_funding'), 1]),
        }),
      ],
      ['comes from what was collected on the rail, whatever the float has', moved('j4', 'collections', 5401)],
      [
        'comes from there to the last butut',
        moved('j5', 'collections', 5400, {
          journal: journal('j5', 'moved', [own('rail_collections:W', 'LIVE', house), -5400], [float, 5400]),
        }),
      ],
    ],
  },
];
