import {
  balance,
  begin,
  commit,
  ended,
  float,
  floatOfNobody,
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
  told,
  transaction,
} from '#db/scenarios/calls';
import { id, type Scenario } from '#db/scenarios/stage';

// Refunds and paybacks: of db/functions/28_write_rows.sql and 30_commit_changes.sql.

const live = { environment: 'LIVE' };
const came = ended('collection', 'came', 1000, 'SUCCEEDED', { commission_bututs: 15, mobile: '+2207012345' });
const liveCame = ended('collection', 'live came', 1000, 'SUCCEEDED', { ...live, mobile: '+2207012345' });
const refund = (name: string, amount: number, more: Row = {}) =>
  transaction('refund', name, amount, {
    ...{ collection_id: came.id, refund_method: 'payout', mobile: '+2207012345', ...more },
  });
const payback = (name: string, amount: number, more: Row = {}) =>
  transaction('payout', name, amount, {
    ...{ client_reference: `payback-${came.id}`, mobile: '+2207012345', ...more },
  });
const rich = [
  stage,
  ...[own('available'), own('available', 'LIVE'), own('available', 'SANDBOX', other)].map((each) =>
    balance(each, -100_000),
  ),
].join('\n');

const adjustment = (name: string, caseName: string, row: Row, rail: number, client: number) => ({
  adjustment: {
    ...{
      client_id: row.client_id,
      environment: row.environment,
      id: id(name),
      transaction_id: row.id,
      case_id: id(caseName),
    },
    ...{
      journal_id: id(`journal of ${name}`),
      client_bututs: client,
      rail_bututs: rail,
      reason: 'r',
      evidence: 'e',
    },
    ...{ proposed_by_name: 'A', confirmed_by_name: 'B', created_at: told() },
  },
});
const amended = { trigger: 'amended' };

const _fee = (name: string, bututs: number, over: number, more: Row = {}) => ({
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
const refundOf = (name: string, amount: number, fees: number) =>
  refund(name, amount, {
    ...live,
    collection_id: liveCame.id,
    refund_method: 'reversal',
    rail_fee_bututs: fees,
  });
const work = (row: Row) =>
  put('rail_operations', {
    ...{
      client_id: row.client_id,
      environment: row.environment,
      provider: row.provider,
      transaction_id: row.id,
    },
    ...{ kind: 'refund', run_at: told() },
  });

export const moneyBack: Scenario[] = [
  {
    title: 'Refunds of a collection',
    given: [
      rich,
      put('transactions', came, transaction('collection', 'open', 1000)),
      put('transactions', ended('payout', 'no collection', 1000, 'SUCCEEDED')),
    ].join('\n'),
    steps: [
      [
        'give back no more commission than was taken, the first one neither',
        commit(begin(refund('r0', 100, { commission_bututs: 16 }))),
      ],
      [
        'take from what is available, and are held for the payer',
        commit(begin(refund('r1', 600, { commission_bututs: 9 }), { debit_available_bututs: 600 })),
      ],
      [
        'of the same reference begin once',
        commit(begin({ ...refund('r1 again', 1000), client_reference: 'r1' })),
      ],
      ['give back no more than came', commit(begin(refund('r2', 401)))],
      [
        'give back no more commission than was taken',
        commit(begin(refund('r3', 400, { commission_bututs: 7 }))),
      ],
      [
        'give back the last butut, and the last of the commission',
        commit(begin(refund('r4', 400, { commission_bututs: 6 }))),
      ],
      [
        'that failed have given back nothing',
        [
          commit(move(refund('r1', 600), 1, { status: 'FAILED', failure_code: 'X' })),
          commit(begin(refund('r5', 600, { commission_bututs: 9 }))),
        ].join(';\n'),
      ],
      [
        'that failed and were delivered all the same have',
        [
          commit(
            move(refund('r5', 600), 1, {
              status: 'FAILED',
              failure_code: 'X',
              delivered_after_failure: true,
            }),
          ),
          commit(begin(refund('r6', 1))),
        ].join(';\n'),
      ],
      ['are of one that succeeded', commit(begin(refund('r7', 1, { collection_id: id('open') })))],
      ['are of a collection', commit(begin(refund('r8', 1, { collection_id: id('no collection') })))],
      ['are of its rail', commit(begin(refund('r9', 1, { provider: 'A' })))],
      ['are of one that is there', commit(begin(refund('r10', 1, { collection_id: id('some collection') })))],
      ['are of its client', commit(begin(refund('r11', 1, { client_id: other })))],
      ['are of its environment', commit(begin(refund('r12', 1, live)))],
    ],
  },
  {
    title: 'Refunds of collections that something became of',
    given: [
      rich,
      put(
        'transactions',
        came,
        ended('collection', 'erased', 1000, 'SUCCEEDED', { commission_bututs: 15, request_hash: '\\x' }),
        ended('collection', 'without a number', 1000, 'SUCCEEDED'),
      ),
      put('transactions', {
        ...refund('same reference elsewhere', 5, { commission_bututs: 5 }),
        client_id: other,
        client_reference: 'r3',
      }),
      put('transactions', {
        ...refund('same reference live', 5, { commission_bututs: 5 }),
        ...live,
        client_reference: 'r3',
      }),
      put('transactions', transaction('payout', 'same reference of a payout', 1, { client_reference: 'r3' })),
      put(
        'transactions',
        refund('of another collection', 1, { collection_id: id('erased'), commission_bututs: 1 }),
      ),
      put('adjustments', adjustment('a', 'some case', came, -300, 0).adjustment),
    ].join('\n'),
    steps: [
      [
        'whose customer was erased meanwhile are read again',
        commit(begin(refund('r1', 1, { collection_id: id('erased') }))),
      ],
      [
        'go to a number where the payment had none',
        commit(begin(refund('r0', 1, { collection_id: id('without a number') }))),
      ],
      [
        'go on where nobody is known on either side',
        commit(begin(refund('r2', 1, { collection_id: id('erased'), mobile: null }))),
      ],
      ['give back no more than its rail has left', commit(begin(refund('r3', 701)))],
      ['give back all of that', commit(begin(refund('r3', 700, { commission_bututs: 15 })))],
    ],
  },
  {
    title: 'Refunds of a collection of which more came than was asked',
    given: [
      rich,
      put('transactions', came),
      put('adjustments', {
        ...{
          client_id: shop,
          environment: 'SANDBOX',
          id: id('more came'),
          transaction_id: came.id,
          case_id: id('x'),
        },
        ...{ journal_id: id('y'), client_bututs: 300, rail_bututs: 300, reason: 'x', evidence: 'x' },
        ...{ proposed_by_name: 'A', confirmed_by_name: 'B', created_at: told() },
      }),
    ].join('\n'),
    steps: [
      ['give back no more than was asked', commit(begin(refund('r1', 1001)))],
      ['give back a part of that', commit(begin(refund('r2', 600)))],
      ['together give back no more than that', commit(begin(refund('r3', 401)))],
      ['together give back the last butut of it', commit(begin(refund('r4', 400)))],
    ],
  },
  {
    title: 'Paybacks of a collection',
    given: [rich, put('transactions', came), balance(own('rail_float:W'), 100_000)].join('\n'),
    steps: [
      ['are no more than came', commit(begin(payback('p1', 1001), taking(payback('p1', 1001))))],
      ['are payouts', commit(begin(payback('p2', 700), taking(payback('p2', 700))))],
      ['of the same reference begin once', commit(begin(payback('p3', 1000)))],
      [
        'together give back no more than came',
        commit(begin(payback('p4', 301, { client_reference: `payback-${came.id}-2` }))),
      ],
      ['and refunds neither', commit(begin(refund('r1', 301)))],
      [
        'to another number are none',
        commit(
          begin(payback('p5', 5000, { mobile: '+2209999999', client_reference: `payback-${came.id}-3` })),
        ),
      ],
      ['of another client are none', commit(begin(payback('p6', 5000, { client_id: other })))],
      ['of the other environment are none', commit(begin(payback('p7', 5000, live)))],
      [
        'to the last butut are',
        commit(begin(payback('p8', 300, { client_reference: `payback-${came.id}-4` }))),
      ],
      [
        'have nothing left to say of more',
        commit(begin(payback('p9', 1, { client_reference: `payback-${came.id}-5` }))),
      ],
      [
        'of what was never credited have nothing to give',
        [
          put('transactions', transaction('collection', 'open', 1000, { mobile: '+2207012345' })),
          put(
            'transactions',
            ended('payout', 'out', 1, 'SUCCEEDED', {
              mobile: '+2207012345',
              client_reference: `payback-${id('open')}-2`,
            }),
          ),
          commit(begin(payback('p10', 1, { client_reference: `payback-${id('open')}` }))),
        ].join('\n'),
      ],
      [
        'of what is no collection are none',
        commit(begin(payback('p11', 5, { client_reference: `payback-${id('p2')}` }))),
      ],
      [
        'of one reference are elsewhere another thing',
        [
          put('transactions', {
            ...payback('q1', 1),
            client_id: other,
            client_reference: `payback-${id('open')}-7`,
          }),
          put('transactions', { ...payback('q2', 1), ...live, client_reference: `payback-${id('open')}-7` }),
          put('transactions', {
            ...transaction('collection', 'q3', 1),
            client_reference: `payback-${id('open')}-7`,
          }),
          commit(begin(payback('p12', 1, { client_reference: `payback-${id('open')}-7` }))),
        ].join('\n'),
      ],
    ],
  },
  {
    title: 'A refund that a live rail makes itself',
    given: [
      rich,
      floatOfNobody,
      balance(own('rail_collections:W', 'LIVE'), 500),
      balance(float, 5000),
      put('transactions', liveCame),
    ].join('\n'),
    steps: [
      ['waits, where not so much lies there, with the fee', commit(begin(refundOf('r1', 480, 21)))],
      ['begins with the last butut', commit(begin(refundOf('r2', 480, 20)))],
      [
        'leaves nothing for the next one',
        `${work(refundOf('r2', 480, 20))} ${commit(begin(refundOf('r3', 1, 0)))}`,
      ],
      [
        'needs no more than it gives, where a fee comes back',
        `${balance(own('rail_collections:W', 'LIVE'), 501)} ${commit(begin(refundOf('r4', 1, -1)))}`,
      ],
      [
        'by a payout needs nothing there',
        commit(begin({ ...refundOf('r5', 10, 0), refund_method: 'payout' })),
      ],
      [
        'of the sandbox needs nothing there',
        `${put('transactions', came)} ${commit(begin(refund('r6', 10, { refund_method: 'reversal' })))}`,
      ],
      [
        'goes on, whatever lies there',
        commit(move(refundOf('r2', 480, 20), 1, { redirect_url: 'x' }, amended)),
      ],
    ],
  },
];
