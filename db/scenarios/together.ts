import {
  amend,
  balance,
  begin,
  commit,
  ended,
  float,
  house,
  journal,
  move,
  other,
  own,
  put,
  type Row,
  shop,
  stage,
  taking,
  together,
  transaction,
} from '#db/scenarios/calls';
import { id, type Scenario } from '#db/scenarios/stage';

// Changes of several payments in one statement: of db/functions/28_write_rows.sql and 30_commit_changes.sql.

const live = { environment: 'LIVE' };

const _collection = transaction('collection', 'c', 1000, {
  commission_bps: 150,
  customer_name: 'Awa',
  mobile: '+2207012345',
});
const _payout = transaction('payout', 'p', 400);
const funds = [stage, balance(own('available'), -1000), balance(own('rail_float:W'), 5000, 10)].join('\n');

const came = ended('collection', 'came', 1000, 'SUCCEEDED', { commission_bututs: 15, mobile: '+2207012345' });
const liveCame = ended('collection', 'live came', 1000, 'SUCCEEDED', { ...live, mobile: '+2207012345' });
const refund = (name: string, amount: number, more: Row = {}) =>
  transaction('refund', name, amount, {
    ...{ collection_id: came.id, refund_method: 'payout', mobile: '+2207012345', ...more },
  });
const rich = [
  stage,
  ...[own('available'), own('available', 'LIVE'), own('available', 'SANDBOX', other)].map((each) =>
    balance(each, -100_000),
  ),
].join('\n');

const paidTwice = (name: string) => ({
  open_cases: [
    { id: id(name), kind: 'double_payment', details: { client_reference: 'twice' }, if_reference_paid: true },
  ],
});
const fee = (name: string, bututs: number, over: number, more: Row = {}) => ({
  fee: {
    journal: journal(
      `journal of ${name}`,
      'rail_fee',
      [own('rail_fees:W', 'LIVE', house), bututs],
      [float, -bututs],
    ),
    ...{ rail_fee_bututs: bututs, over_bututs: over, from: 'float', account: 'rail_float:W', ...more },
  },
});

export const severalChanges: Scenario[] = [
  {
    title: 'Several changes in one statement',
    given: [
      funds,
      put('transactions', ended('collection', 'old', 1000, 'SUCCEEDED', { ...live, rail_reference: 'R-9' })),
      put(
        'transactions',
        transaction('collection', 'c1', 10, live),
        transaction('collection', 'c2', 20, live),
      ),
      `set local application_name = 'kaira test';`,
    ].join('\n'),
    steps: [
      [
        'have each an outcome of their own, in their places',
        together(
          [move(transaction('collection', 'c1', 10, live), 1, { rail_reference: 'R-1' })],
          [move(transaction('collection', 'c2', 20, live), 7, {})],
          [begin(transaction('collection', 'c1', 10, live))],
          [begin(transaction('collection', 'c3', 30))],
        ),
      ],
      [
        'see each other: two payouts take no more than there is',
        together(
          [begin(transaction('payout', 'p1', 600), taking(transaction('payout', 'p1', 600)))],
          [begin(transaction('payout', 'p2', 600), taking(transaction('payout', 'p2', 600)))],
          [begin(transaction('payout', 'p3', 400), taking(transaction('payout', 'p3', 400)))],
        ),
      ],
      [
        'see each other: a rail names one payment for two of ours',
        together(
          [move(transaction('collection', 'c1', 10, live), 2, { rail_reference: 'R-2' })],
          [move(transaction('collection', 'c2', 20, live), 1, { rail_reference: 'R-2' })],
        ),
      ],
      [
        'see each other: a rail names one movement for two of ours',
        together(
          [move(transaction('collection', 'c1', 10, live), 3, { rail_payment_reference: 'M-2' })],
          [move(transaction('collection', 'c2', 20, live), 1, { rail_payment_reference: 'M-2' })],
        ),
      ],
      [
        'see each other: one begins under the name that a rail has for it',
        together(
          [begin(transaction('collection', 'c11', 10, { ...live, rail_reference: 'R-3' }))],
          [move(transaction('collection', 'c2', 20, live), 1, { rail_reference: 'R-3' })],
          [begin(transaction('collection', 'c12', 10, { ...live, rail_payment_reference: 'M-3' }))],
          [move(transaction('collection', 'c2', 20, live), 1, { rail_payment_reference: 'M-3' })],
        ),
      ],
      [
        'leave alone what has the same id elsewhere',
        [
          put('transactions', transaction('collection', 'c1', 11, { ...live, client_id: other })),
          put('transactions', transaction('collection', 'c1', 12)),
          together([
            amend(transaction('collection', 'c1', 10, live), 4, { set: { redirect_url: 'https://x' } }),
          ]),
        ].join('\n'),
      ],
      [
        'of one transaction are done one after the other',
        together([
          begin(transaction('collection', 'c4', 40)),
          move(transaction('collection', 'c4', 40), 1, { status: 'SUCCEEDED' }),
        ]),
      ],
      [
        'of one transaction are all done or none',
        together(
          [begin(transaction('collection', 'c5', 40))],
          [
            begin(transaction('collection', 'c6', 40)),
            move(transaction('collection', 'c6', 40), 3, { status: 'SUCCEEDED' }),
          ],
        ),
      ],
      [
        'are not gone on with, where the first one is there already',
        together(
          [
            begin(transaction('collection', 'c3', 30)),
            move(transaction('collection', 'c3', 30), 1, { status: 'SUCCEEDED' }),
          ],
          [begin(transaction('collection', 'c7', 70))],
        ),
      ],
      ['are none', together()],
      [
        'write several that are there already, and one that is not',
        together(
          [begin(transaction('collection', 'c3', 30))],
          [begin(transaction('collection', 'c8', 30), { trigger: 'second' })],
          [begin(transaction('collection', 'c7', 30))],
          [begin(transaction('collection', 'c9', 31), { trigger: 'fourth' })],
        ),
      ],
      [
        'write what moves beside what is there already',
        together(
          [move(transaction('collection', 'c1', 10, live), 5, { status: 'CANCELLED' })],
          [begin(transaction('collection', 'c3', 30))],
          [move(transaction('collection', 'c2', 20, live), 1, { status: 'FAILED', failure_code: 'X' })],
          [begin(transaction('collection', 'c13', 30))],
          [begin(transaction('collection', 'c4', 30))],
          [move(transaction('collection', 'c7', 70), 1, { status: 'EXPIRED' })],
        ),
      ],
      [
        'that set nothing aside for what is there already are not',
        commit(
          begin(transaction('payout', 'p1', 1), {
            float: { client_id: shop, account: 'rail_float:W', reserve_bututs: 0, spend_bututs: 0 },
          }),
        ),
      ],
      [
        'that set aside for what is there already are refused',
        commit(
          begin(transaction('payout', 'p1', 1), {
            float: { client_id: shop, account: 'rail_float:W', reserve_bututs: 1, spend_bututs: 0 },
          }),
        ),
      ],
      [
        'see each other: the second one is of the same transaction',
        together(
          [move(transaction('collection', 'c8', 30), 1, { redirect_url: 'https://a' })],
          [move(transaction('collection', 'c8', 30), 2, { redirect_url: 'https://b' })],
        ),
      ],
    ],
  },
  {
    title: 'Changes that look at each other',
    given: [
      rich,
      ...[
        balance(float, 100),
        balance(own('rail_float:W'), 100),
        balance(own('rail_collections:W', 'LIVE'), 100),
      ],
      put('transactions', liveCame, came),
      put('transactions', transaction('payout', 'p1', 30, live), transaction('payout', 'p2', 30, live)),
      put('transactions', ended('payout', 'd1', 9, 'FAILED', { ...live, client_reference: 'twice' })),
      put('transactions', transaction('payout', 'd2', 9, { ...live, client_reference: 'twice', attempt: 2 })),
    ].join('\n'),
    steps: [
      [
        'are two refunds of one collection',
        together([begin(refund('r1', 600))], [begin(refund('r2', 600))], [begin(refund('r3', 400))]),
      ],
      [
        'are what two payouts take from one float',
        together(
          [begin(transaction('payout', 'q1', 60), { float: taking(transaction('payout', 'q1', 60)).float })],
          [begin(transaction('payout', 'q2', 60), { float: taking(transaction('payout', 'q2', 60)).float })],
        ),
      ],
      [
        'are what is spent of a float and was not set aside',
        together(
          [
            amend({ ...liveCame, id: id('p1') }, 1, {
              ...{
                float: { client_id: house, account: 'rail_float:W', reserve_bututs: 0, spend_bututs: 60 },
              },
              journal: journal('s1', 'test', [own('held', 'LIVE'), 60], [float, -60]),
            }),
          ],
          [
            amend({ ...liveCame, id: id('p2') }, 1, {
              ...{
                float: { client_id: house, account: 'rail_float:W', reserve_bututs: 0, spend_bututs: 60 },
              },
              journal: journal('s2', 'test', [own('held', 'LIVE'), 60], [float, -60]),
            }),
          ],
        ),
      ],
      [
        'are two fees of more than was set aside',
        together(
          [amend({ ...liveCame, id: id('p1') }, 2, { ...fee('g1', 30, 30) })],
          [amend({ ...liveCame, id: id('p2') }, 1, { ...fee('g2', 30, 30) })],
        ),
      ],
      [
        'are two fees of one butut more, where there is one',
        `${balance(float, 1)} delete from unfolded_entries; ${together(
          [amend({ ...liveCame, id: id('p1') }, 3, fee('g3', 1, 1))],
          [amend({ ...liveCame, id: id('p2') }, 1, fee('g4', 1, 1))],
        )}`,
      ],
      [
        'are two of one reference that were paid',
        together(
          [
            move(
              { ...transaction('payout', 'd2', 9, live), client_reference: 'twice' },
              1,
              { status: 'SUCCEEDED' },
              paidTwice('k1'),
            ),
          ],
          [
            move(
              { ...transaction('payout', 'd1', 9, live), client_reference: 'twice' },
              1,
              {},
              paidTwice('k2'),
            ),
          ],
        ),
      ],
    ],
  },
];
