import {
  balance,
  begin,
  commit,
  ended,
  journal,
  move,
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
import { id, type Scenario } from '#db/scenarios/stage';

// What payments write, alone: of db/functions/28_write_rows.sql and 30_commit_changes.sql.

const live = { environment: 'LIVE' };

const endpoint = (name: string, more: Row = {}) =>
  put('webhook_endpoints', {
    ...{
      client_id: shop,
      environment: 'SANDBOX',
      id: id(name),
      url: name,
      secret_sealed: '\\xaa',
      secret_last4: 'x',
    },
    ...{ created_at: told(), ...more },
  });
const event = (name: string, more: Row = {}) => ({
  event: {
    id: id(name),
    event: 'payment.succeeded',
    body: `body of ${name}`,
    legacy_body: `old body of ${name}`,
    ...more,
  },
});
const operations = (...all: Row[]) => ({ operations: all });

const collection = transaction('collection', 'c', 1000, {
  commission_bps: 150,
  customer_name: 'Awa',
  mobile: '+2207012345',
});
const settled = journal(
  'settled',
  'collection_settled',
  [own('rail_collections:W'), 1000],
  [own('available'), -985],
  [own('commission'), -15],
);
const payout = transaction('payout', 'p', 400);
const accepted = (name: string, row: Row) =>
  journal(
    name,
    'payout_accepted',
    [own('available', String(row.environment)), Number(row.amount_bututs)],
    [own('held', String(row.environment)), -Number(row.amount_bututs)],
  );
const funds = [stage, balance(own('available'), -1000), balance(own('rail_float:W'), 5000, 10)].join('\n');

const everyColumn = {
  ...{ commission_bututs: 15, rail_fee_told_bututs: 3, connection_id: id('wallet'), rail_reference: 'R-1' },
  ...{
    rail_payment_reference: 'P-1',
    rail_state_sealed: '\\xbb',
    redirect_url: 'https://a',
    next_step: 'submit_otp',
  },
  ...{
    card_page_url: 'https://b',
    otp_length: 6,
    otp_attempts_remaining: 3,
    otp_resends: 2,
    otp_sent_at: told(1),
  },
  ...{
    failure_message: 'why',
    late: true,
    delivered_after_failure: true,
    over_limit: true,
    reversed_at: told(2),
  },
  ...{ reversal_reason: 'because', held_since: told(3), expires_at: told(4) },
};

const amended = { trigger: 'amended' };

export const payments: Scenario[] = [
  {
    title: 'A collection',
    given: [stage, `set local application_name = 'kaira test';`, endpoint('every')].join('\n'),
    steps: [
      [
        'begins, with what is to be done for it',
        commit(
          begin(collection, {
            actor: 'api_key:1',
            ...operations(
              { kind: 'start', run_at: told() },
              { kind: 'close', run_at: told(30) },
              {
                ...{ kind: 'notice', run_at: told(2), lease_token: id('lease') },
              },
            ),
          }),
        ),
      ],
      ['begins once', commit(begin(collection))],
      [
        'begins together with the answer to who asked',
        [
          put('idempotency_keys', {
            ...{
              client_id: shop,
              environment: 'SANDBOX',
              key: 'once',
              fingerprint: '\\xaa',
              lease_token: id('lease'),
            },
            ...{ lease_until: told(), created_at: told() },
          }),
          commit(
            begin(transaction('collection', 'asked', 1), {
              answer: {
                key: 'once',
                lease_token: id('lease'),
                response_status: 201,
                response_sealed: '\\xbeef',
              },
            }),
          ),
        ].join('\n'),
      ],
      [
        'succeeds: it is credited less its commission, told, and there is nothing left to be done',
        commit(
          move(
            collection,
            1,
            { status: 'SUCCEEDED', commission_bututs: 15 },
            { journal: settled, ...event('e'), drop_operations: true },
          ),
        ),
      ],
      [
        'is not changed by who did not know that',
        commit(move(collection, 1, { status: 'FAILED', failure_code: 'X' })),
      ],
      [
        'is changed without a step of its history where that says nothing',
        commit(move(collection, 2, { redirect_url: 'https://x' }, amended)),
      ],
      [
        'is changed in every column that a rail may say',
        commit(move(collection, 3, everyColumn, { ...amended, now: told(9) })),
      ],
      ['that is not there is not changed', commit(move(transaction('collection', 'none', 1), 1, {}))],
      ['of another client is not changed', commit(move({ ...collection, client_id: other }, 4, {}))],
      ['of another environment is not changed', commit(move({ ...collection, ...live }, 4, {}))],
    ],
  },
  {
    title: 'A collection that a release before began',
    given: stage,
    steps: [
      ['has the columns that it did not know', commit(begin(collection))],
      [
        'keeps them where it did',
        commit(
          begin(
            transaction('collection', 'c2', 7, {
              ...{
                ...live,
                delivered_after_failure: true,
                over_limit: true,
                customer_chooses: true,
                rail_fee_bututs: 3,
              },
            }),
          ),
          move(transaction('collection', 'c2', 7, live), 1, { status: 'FAILED', failure_code: 'X' }),
        ),
      ],
      [
        'keeps the time that was skipped',
        commit(begin(transaction('collection', 'c3', 7, { skipped_ms: 60_000 }))),
      ],
    ],
  },
  {
    title: 'A payout',
    given: [funds, unfolded(own('available'), -500), `set local application_name = 'psql';`].join('\n'),
    steps: [
      [
        'takes what is available and sets it aside in its float',
        commit(
          begin(
            payout,
            taking(payout, {
              journal: accepted('accepted', payout),
              operations: [{ kind: 'send', run_at: told() }],
            }),
          ),
        ),
      ],
      ['of the same reference begins once', commit(begin({ ...payout, id: id('again') }, taking(payout)))],
      [
        'of more than what is available does not begin',
        commit(begin(transaction('payout', 'p2', 1101), taking(transaction('payout', 'p2', 1101)))),
      ],
      [
        'takes the last butut of it',
        commit(begin(transaction('payout', 'p3', 1100), taking(transaction('payout', 'p3', 1100)))),
      ],
      [
        'that reached its recipient leaves through the float, and nothing is set aside for it',
        commit(
          move(
            payout,
            1,
            { status: 'SUCCEEDED' },
            {
              float: { client_id: shop, account: 'rail_float:W', reserve_bututs: -400, spend_bututs: 0 },
              journal: journal(
                'delivered',
                'payout_delivered',
                [own('held'), 400],
                [own('rail_float:W'), -400],
              ),
            },
          ),
        ),
      ],
      [
        'waits where its float is short',
        `${balance(own('available'), -9000)} ${commit(begin(transaction('payout', 'p4', 8000), taking(transaction('payout', 'p4', 8000))))}`,
      ],
      [
        'that is spent with what it sets aside is spent from the row of its float',
        commit(
          begin(transaction('payout', 'p5', 5), {
            ...taking(transaction('payout', 'p5', 5)),
            float: { client_id: shop, account: 'rail_float:W', reserve_bututs: 5, spend_bututs: 5 },
            journal: journal('spent', 'test', [own('available'), 5], [own('rail_float:W'), -5]),
          }),
        ),
      ],
      [
        'of one butut is so spent too, and by who takes it from no balance',
        commit(
          begin(transaction('payout', 'p8', 1), {
            float: { client_id: shop, account: 'rail_float:W', reserve_bututs: 1, spend_bututs: 1 },
            journal: journal('spent too', 'test', [own('held'), 1], [own('rail_float:W'), -1]),
          }),
        ),
      ],
      [
        'that is spent and sets nothing aside needs as much on its float',
        commit(
          begin(transaction('payout', 'p6', 5), {
            float: { client_id: shop, account: 'rail_float:W', reserve_bututs: 0, spend_bututs: 3479 },
          }),
        ),
      ],
      [
        'is spent to its last butut',
        commit(
          begin(transaction('payout', 'p7', 5), {
            float: { client_id: shop, account: 'rail_float:W', reserve_bututs: 0, spend_bututs: 3478 },
          }),
        ),
      ],
      [
        'does not begin as a new attempt while one with a higher number is there',
        `${put('transactions', ended('payout', 'tried', 1, 'FAILED', { attempt: 2 }))} ${commit(begin({ ...transaction('payout', 'tried again', 1), client_reference: 'tried' }, taking(transaction('payout', 'x', 1))))}`,
      ],
      [
        'begins as the next attempt',
        commit(
          begin(
            { ...transaction('payout', 'tried thirdly', 1), client_reference: 'tried', attempt: 3 },
            taking(transaction('payout', 'x', 1)),
          ),
        ),
      ],
      [
        'begins where another client, the other environment or a collection has the reference',
        [
          put('transactions', {
            ...transaction('payout', 't1', 1),
            client_reference: 'ours',
            client_id: other,
          }),
          put('transactions', { ...transaction('payout', 't2', 1), client_reference: 'ours', ...live }),
          put('transactions', { ...transaction('collection', 't3', 1), client_reference: 'ours' }),
          commit(
            begin(
              { ...transaction('payout', 't4', 1), client_reference: 'ours' },
              taking(transaction('payout', 't4', 1)),
            ),
          ),
        ].join('\n'),
      ],
      [
        'takes nothing more once it waits for its float again',
        commit(
          move(
            transaction('payout', 'p3', 1100),
            1,
            { status: 'AWAITING_LIQUIDITY', held_since: told() },
            {
              debit_available_bututs: 1,
            },
          ),
        ),
      ],
    ],
  },
  {
    title: 'What a live rail calls its payment',
    given: [
      stage,
      put(
        'transactions',
        ended('collection', 'booked', 10, 'SUCCEEDED', {
          ...live,
          rail_reference: 'R-1',
          rail_payment_reference: 'M-1',
        }),
      ),
      put(
        'transactions',
        ended('payout', 'sent', 10, 'SUCCEEDED', {
          ...live,
          rail_reference: 'R-2',
          rail_payment_reference: 'M-2',
        }),
      ),
      put(
        'transactions',
        transaction('collection', 'c', 10, { ...live, client_id: other }),
        transaction('payout', 'p', 10, live),
      ),
      put(
        'transactions',
        transaction('refund', 'r', 10, { ...live, collection_id: id('booked'), refund_method: 'payout' }),
      ),
      put('transactions', transaction('collection', 's', 10)),
    ].join('\n'),
    steps: [
      [
        'is of one collection of all clients',
        commit(
          move(transaction('collection', 'c', 10, { ...live, client_id: other }), 1, {
            rail_reference: 'R-1',
          }),
        ),
      ],
      [
        'is so by the movement of money, too',
        commit(
          move(transaction('collection', 'c', 10, { ...live, client_id: other }), 1, {
            rail_reference: 'R-7',
            rail_payment_reference: 'M-1',
          }),
        ),
      ],
      [
        'may be the name of a payout as well',
        commit(
          move(transaction('payout', 'p', 10, live), 1, {
            rail_reference: 'R-1',
            rail_payment_reference: 'M-1',
          }),
        ),
      ],
      [
        'is no other payout for a refund',
        commit(move(transaction('refund', 'r', 10, live), 1, { rail_reference: 'R-2' })),
      ],
      [
        'is no movement of another payout for a refund',
        commit(
          move(transaction('refund', 'r', 10, live), 1, {
            rail_reference: 'R-8',
            rail_payment_reference: 'M-2',
          }),
        ),
      ],
      [
        'is its own one for good',
        commit(
          move(transaction('collection', 'booked', 10, live), 1, { rail_payment_reference: 'M-11' }, amended),
        ),
      ],
      [
        'is not asked of what has it already, also where two have it that one movement was booked for',
        [
          put(
            'transactions',
            transaction('refund', 'let through', 10, {
              ...{ ...live, collection_id: id('booked'), refund_method: 'payout' },
              ...{ rail_reference: 'R-2', rail_payment_reference: 'M-2' },
            }),
          ),
          commit(move(transaction('refund', 'let through', 10, live), 1, { failure_message: 'x' }, amended)),
        ].join('\n'),
      ],
      [
        'is another one on another rail',
        [
          put('transactions', transaction('collection', 'on a', 10, { ...live, provider: 'A' })),
          commit(
            move(transaction('collection', 'on a', 10, live), 1, {
              ...{ rail_reference: 'R-1', rail_payment_reference: 'M-11' },
            }),
          ),
        ].join('\n'),
      ],
      [
        'is another one in the sandbox',
        [
          put(
            'transactions',
            ended('collection', 'test', 10, 'SUCCEEDED', {
              rail_reference: 'R-5',
              rail_payment_reference: 'M-5',
            }),
          ),
          commit(
            move(transaction('collection', 'c', 10, { ...live, client_id: other }), 1, {
              ...{ rail_reference: 'R-5', rail_payment_reference: 'M-5' },
            }),
          ),
        ].join('\n'),
      ],
      [
        'is told of one, where two have it',
        [
          put(
            'transactions',
            transaction('refund', 'r2', 10, {
              ...live,
              collection_id: id('booked'),
              refund_method: 'payout',
            }),
          ),
          commit(move(transaction('refund', 'r2', 10, live), 1, { rail_reference: 'R-2' })),
          ';',
          commit(move(transaction('refund', 'r2', 10, live), 1, { rail_payment_reference: 'M-2' })),
        ].join('\n'),
      ],
      [
        'is asked of live ones alone',
        commit(move(transaction('collection', 's', 10), 1, { rail_reference: 'R-1' })),
      ],
      [
        'stays the same movement when the rail calls it otherwise',
        commit(move(transaction('collection', 'booked', 10, live), 2, { rail_reference: 'R-9' }, amended)),
      ],
    ],
  },
];
