import {
  amend,
  balance,
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
  stage,
  told,
  transaction,
} from '#db/scenarios/calls';
import { id, type Scenario } from '#db/scenarios/stage';

// Adjustments, and the fees of rails: of db/functions/28_write_rows.sql and 30_commit_changes.sql.

const live = { environment: 'LIVE' };
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
const openCase = (name: string, row: Row, more: Row = {}) =>
  put('cases', {
    ...{
      id: id(name),
      environment: row.environment,
      provider: 'W',
      kind: 'mismatch',
      subject: name,
      client_id: row.client_id,
    },
    ...{ transaction_id: row.id, details: {}, status: 'OPEN', opened_at: told(), ...more },
  });
const amended = { trigger: 'amended' };

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
const refundOf = (name: string, amount: number, fees: number) =>
  refund(name, amount, {
    ...live,
    collection_id: liveCame.id,
    refund_method: 'reversal',
    rail_fee_bututs: fees,
  });

const refunded = put('transactions', {
  ...ended('refund', 'all back', 1000, 'SUCCEEDED', {
    ...live,
    collection_id: liveCame.id,
    refund_method: 'payout',
  }),
});

export const adjustments: Scenario[] = [
  {
    title: 'Adjustments',
    given: [
      rich,
      floatOfNobody,
      balance(own('rail_collections:W', 'LIVE'), 500),
      balance(float, 5000),
      put(
        'transactions',
        liveCame,
        ended('payout', 'went', 300, 'SUCCEEDED', live),
        ended('payout', 'failed', 300, 'FAILED', live),
      ),
      put(
        'transactions',
        ended('refund', 'back', 100, 'SUCCEEDED', {
          ...refundOf('back', 100, 0),
          status: 'SUCCEEDED',
          completed_at: told(),
        }),
      ),
      openCase('k1', liveCame),
      openCase('k2', liveCame),
      openCase('k3', { ...liveCame, id: id('went') }),
      openCase('k4', liveCame, { status: 'CLOSED', closed_at: told() }),
      openCase('k5', { ...liveCame, id: id('back') }),
      openCase('k6', { ...liveCame, id: id('failed') }),
      openCase('k7', liveCame),
      openCase('k8', liveCame),
      openCase('k9', { ...liveCame, id: id('failed') }),
    ].join('\n'),
    steps: [
      [
        'settle one case by one journal',
        commit(
          amend(liveCame, 1, {
            ...{ ...adjustment('a1', 'k1', liveCame, -200, -200) },
            journal: journal(
              'journal of a1',
              'adjustment',
              [own('rail_collections:W', 'LIVE'), -200],
              [own('available', 'LIVE'), 200],
            ),
            close_case: {
              id: id('k1'),
              closed_by: id('operator'),
              closed_by_name: 'Op',
              resolution: 'adjusted',
            },
          }),
        ),
      ],
      [
        'settle none that is closed',
        commit(amend(liveCame, 2, { ...adjustment('a2', 'k1', liveCame, -1, -1) })),
      ],
      [
        'settle none that was closed before',
        commit(amend(liveCame, 2, { ...adjustment('a2', 'k4', liveCame, -1, -1) })),
      ],
      [
        'settle none of another payment',
        commit(amend(liveCame, 2, { ...adjustment('a2', 'k3', liveCame, -1, -1) })),
      ],
      [
        'settle none that is not there',
        commit(amend(liveCame, 2, { ...adjustment('a2', 'none', liveCame, -1, -1) })),
      ],
      [
        'take no more of its client than what is left of the collection',
        commit(amend(liveCame, 2, { ...adjustment('a2', 'k2', liveCame, -701, -701) })),
      ],
      [
        'take no more than what was collected and lies there',
        commit(amend(liveCame, 2, { ...adjustment('a2', 'k2', liveCame, -301, 0) })),
      ],
      [
        'take the last butut of it',
        commit(amend(liveCame, 2, { ...adjustment('a2', 'k2', liveCame, -300, 0) })),
      ],
      [
        'take what is left of the collection',
        `${balance(own('rail_collections:W', 'LIVE'), 5000)} ${commit(amend(liveCame, 3, { ...adjustment('a7', 'k7', liveCame, -400, -400) }))}`,
      ],
      [
        'give, whatever lies there',
        `${balance(own('rail_collections:W', 'LIVE'), 0)} delete from unfolded_entries; ${commit(amend(liveCame, 4, { ...adjustment('a8', 'k8', liveCame, 100, 100) }))}`,
      ],
      [
        'of a payout take from its float',
        commit(
          amend({ ...liveCame, id: id('went') }, 1, {
            ...adjustment('a3', 'k3', { ...liveCame, id: id('went') }, -400, -400),
          }),
        ),
      ],
      [
        'of a refund that its rail made take from what was collected',
        commit(
          amend({ ...liveCame, id: id('back') }, 1, {
            ...adjustment('a5', 'k5', { ...liveCame, id: id('back') }, -1, 0),
          }),
        ),
      ],
      [
        'that were booked are not booked again by what the rail says later',
        [
          commit(
            amend({ ...liveCame, id: id('failed') }, 1, {
              ...adjustment('a6', 'k6', { ...liveCame, id: id('failed') }, -300, 0),
            }),
          ),
          commit(move({ ...liveCame, id: id('went') }, 2, { status: 'REVERSED' })),
        ].join(';\n'),
      ],
      [
        'keep nothing from being said beside',
        commit(move({ ...liveCame, id: id('went') }, 2, { failure_message: 'x' }, amended)),
      ],
      [
        'of another payment are none of this one',
        [
          put('transactions', ended('payout', 'went too', 300, 'SUCCEEDED', live)),
          put('adjustments', {
            ...adjustment('a10', 'k10', { ...liveCame, id: id('went too') }, -1, 0).adjustment,
            client_id: other,
          }),
          commit(move({ ...liveCame, id: id('went too') }, 1, { status: 'REVERSED' })),
        ].join('\n'),
      ],
      [
        'of what is open do not keep it from its end',
        [
          put('transactions', transaction('payout', 'open', 300, live)),
          put('adjustments', adjustment('a11', 'k11', { ...liveCame, id: id('open') }, -1, 0).adjustment),
          put('transactions', transaction('payout', 'waits', 300, { ...live, status: 'AWAITING_LIQUIDITY' })),
          put('adjustments', adjustment('a12', 'k12', { ...liveCame, id: id('waits') }, -1, 0).adjustment),
          commit(move({ ...liveCame, id: id('waits') }, 1, { status: 'FAILED', failure_code: 'X' })),
          ';',
          commit(move({ ...liveCame, id: id('open') }, 1, { status: 'SUCCEEDED' })),
        ].join('\n'),
      ],
    ],
  },
  {
    title: 'An adjustment of a collection of which nothing is left',
    given: [
      rich,
      balance(own('rail_collections:W', 'LIVE'), 500),
      put('transactions', liveCame),
      openCase('k1', liveCame),
      refunded,
    ].join('\n'),
    steps: [
      ['takes nothing of its client', commit(amend(liveCame, 1, adjustment('a1', 'k1', liveCame, -1, -1)))],
      ['takes it of the house', commit(amend(liveCame, 1, adjustment('a1', 'k1', liveCame, -1, 0)))],
    ],
  },
  {
    title: 'The fee of a live rail',
    given: [
      rich,
      balance(float, 100),
      put('transactions', transaction('payout', 'p', 300, { ...live, rail_fee_bututs: 5 })),
    ].join('\n'),
    steps: [
      [
        'is booked beside the payment, of the house',
        commit(
          move(
            { ...liveCame, id: id('p') },
            1,
            { status: 'SUCCEEDED' },
            {
              journal: journal('delivered', 'payout_delivered', [own('held', 'LIVE'), 300], [float, -300]),
              ...fee('f1', 8, 3),
            },
          ),
        ),
      ],
      [
        'is not, where the float has not what it is more',
        commit(amend({ ...liveCame, id: id('p') }, 2, { ...fee('f2', 900, 101) })),
      ],
      [
        'is booked otherwise, where that is said',
        commit(
          amend({ ...liveCame, id: id('p') }, 2, {
            ...{ ...fee('f3', 900, 101, { otherwise: { rail_fee_bututs: 6 } }) },
          }),
        ),
      ],
    ],
  },
];
