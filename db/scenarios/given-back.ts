import { ended, other, put, type Row, shop, stage, told, transaction, unguarded } from '#db/scenarios/calls';
import { id, type Scenario } from '#db/scenarios/stage';

// Of db/functions/27_given_back.sql, beside lib/refunds/given-back.db.test.ts.

const live = { environment: 'LIVE' };
const collected = ended('collection', 'came', 1000, 'SUCCEEDED', { ...live, mobile: '+2207012345' });
const payout = (name: string, status: string, more: Row = {}) =>
  ended('payout', name, 100, status, { ...live, mobile: '+2209998887', ...more });
const back = (name: string, amount: number, status: string, more: Row = {}) =>
  ended('refund', name, amount, status, {
    ...live,
    collection_id: collected.id,
    refund_method: 'payout',
    ...more,
  });
const payback = (name: string, end: string, amount: number, more: Row = {}) =>
  ended('payout', name, amount, 'SUCCEEDED', {
    ...{ ...live, client_reference: `payback-${collected.id}${end}`, mobile: '+2207012345', ...more },
  });

let adjusted = 0;
/** By so much another one each time. */
const adjust = (row: Row, rail_bututs: number, client_bututs = 0, more: Row = {}) =>
  put('adjustments', {
    ...{ client_id: row.client_id, environment: row.environment, id: id(`adjustment ${++adjusted}`) },
    ...{
      transaction_id: row.id,
      case_id: id('some case'),
      journal_id: id('some journal'),
      client_bututs,
      rail_bututs,
    },
    ...{
      reason: 'x',
      evidence: 'x',
      proposed_by_name: 'A',
      confirmed_by_name: 'B',
      created_at: told(),
      ...more,
    },
  });

const closed = (row: Row, more: Row = {}) =>
  put('cases', {
    ...{
      id: id(`case of ${row.client_reference}`),
      environment: 'LIVE',
      provider: 'W',
      kind: 'delivered_after_failure',
    },
    ...{
      subject: row.id,
      client_id: row.client_id,
      transaction_id: row.id,
      details: {},
      opened_at: told(),
      status: 'CLOSED',
    },
    ...{ closed_at: told(), closed_by: id('operator'), proposal: { outcome: 'nothing' }, ...more },
  });
const open = { status: 'OPEN', closed_at: null, closed_by: null, proposal: null };

const delivered = { delivered_after_failure: true };
const eachHas = `select client_reference, with_recipient(t) as has from transactions t where type <> 'collection' order by id`;
const left = `select left_of_collection(k), refunded_of(k) from transactions k where id = '${collected.id}'`;
const paybacks = `select array_agg(p.client_reference order by p.id) as references, sum(p.amount_bututs) as sum
  from transactions k cross join paybacks_of(k) p where k.id = '${collected.id}'`;

const withOwn = [
  payout('delivered', 'FAILED', delivered),
  payout('open again', 'FAILED', delivered),
  payout('denied', 'FAILED', delivered),
  payout('closed by nobody', 'FAILED', delivered),
  payout('closed otherwise', 'FAILED', delivered),
  payout('of another kind', 'FAILED', delivered),
  payout('adjusted', 'FAILED', delivered),
  payout('adjusted and open', 'FAILED', delivered),
];

export const givenBack: Scenario[] = [
  {
    title: 'What a recipient has',
    given: [
      stage,
      put(
        'transactions',
        payout('paid', 'SUCCEEDED'),
        payout('failed', 'FAILED'),
        payout('taken back', 'REVERSED'),
      ),
      put('transactions', transaction('payout', 'under way', 100, live), payout('partly back', 'SUCCEEDED')),
      put('transactions', payout('more than all back', 'SUCCEEDED'), payout('twice paid', 'SUCCEEDED')),
      put('transactions', payout('failed and paid by hand', 'FAILED')),
      adjust(payout('partly back', ''), 30),
      adjust(payout('partly back', ''), 12),
      adjust(payout('more than all back', ''), 170),
      adjust(payout('twice paid', ''), -100),
      adjust(payout('failed and paid by hand', ''), -60),
      adjust({ ...payout('paid', ''), client_id: other }, 5),
    ].join('\n'),
    steps: [['is what was not taken back, and no more than was sent', eachHas]],
  },
  {
    title: 'What a recipient has of a payout that had failed',
    given: [
      stage,
      put('transactions', ...withOwn),
      closed(payout('open again', ''), open),
      closed(payout('open again', ''), { id: id('case before') }),
      closed(payout('denied', '')),
      closed(payout('closed by nobody', ''), { closed_by: null }),
      closed(payout('closed otherwise', ''), { proposal: { outcome: 'adjusted' } }),
      closed(payout('of another kind', ''), { kind: 'mismatch' }),
      adjust(payout('adjusted', ''), -40),
      adjust(payout('adjusted and open', ''), -40),
      closed(payout('adjusted and open', ''), open),
    ].join('\n'),
    steps: [['is all of it, until two people say that it was not paid, or how much was', eachHas]],
  },
  {
    title: 'What is left of a collection',
    given: [stage, put('transactions', collected)].join('\n'),
    steps: [
      ['is all of it', left],
      [
        'is less by its refunds that have not failed, and those that were delivered all the same',
        [
          put(
            'transactions',
            back('b1', 100, 'SUCCEEDED'),
            back('b2', 20, 'FAILED'),
            back('b3', 3, 'FAILED', delivered),
          ),
          put('transactions', { ...back('b4', 40, 'PENDING'), completed_at: null }),
          left,
        ].join('\n'),
      ],
      [
        'is not less by those of another collection, client or environment',
        [
          put('transactions', back('b5', 1, 'SUCCEEDED', { collection_id: id('some collection') })),
          put('transactions', back('b6', 1, 'SUCCEEDED', { client_id: other })),
          put('transactions', back('b7', 1, 'SUCCEEDED', { environment: 'SANDBOX' })),
          left,
        ].join('\n'),
      ],
      [
        'is less by what its rail took back, whoever bears it, and more by what the client was given',
        [
          adjust(collected, -200),
          adjust(collected, 70, 70),
          adjust(collected, 5, 0),
          adjust(collected, -30, -30),
          left,
        ].join('\n'),
      ],
      [
        'is not less by what is of another client',
        `${adjust({ ...collected, client_id: other }, -1, -1)} ${adjust({ ...collected, id: id('some other') }, -1, -1)} ${left}`,
      ],
      [
        'is less by its paybacks',
        `${put('transactions', payback('p1', '', 50), payback('p2', '-7', 6))} ${left}`,
      ],
      [
        'is below zero, where it never came',
        `${unguarded(`update transactions set status = 'FAILED', failure_code = 'X' where id = '${collected.id}'`)} ${left}`,
      ],
    ],
  },
  {
    title: 'The paybacks of a collection',
    given: [
      stage,
      put('transactions', collected, payback('p1', '', 1), payback('p2', '-99', 20, { mobile: null })),
      put('transactions', payback('p3', '-3', 300, { mobile: '+220997012345' })),
    ].join('\n'),
    steps: [
      ['are payouts under its references to the number of its payer, where one is known', paybacks],
      [
        'are none of another client, environment, type, reference or number',
        [
          put('transactions', payback('q1', '-4', 4000, { client_id: other })),
          put('transactions', payback('q2', '-4', 4000, { environment: 'SANDBOX' })),
          put(
            'transactions',
            payback('q3', '-4', 4000, {
              type: 'refund',
              collection_id: collected.id,
              refund_method: 'payout',
            }),
          ),
          put(
            'transactions',
            payback('q4', '-100', 4000),
            payback('q5', '-4', 4000, { mobile: '+2207012346' }),
          ),
          paybacks,
        ].join('\n'),
      ],
      [
        'are none of which it was known that they went to somebody else',
        [
          put('payouts_to_others', {
            ...{
              client_id: shop,
              ...live,
              payout_id: id('p1'),
              collection_id: collected.id,
              erasure_id: id('erasure'),
            },
          }),
          put('payouts_to_others', {
            ...{
              client_id: other,
              ...live,
              payout_id: id('p2'),
              collection_id: collected.id,
              erasure_id: id('erasure'),
            },
          }),
          paybacks,
        ].join('\n'),
      ],
      [
        'are those to any number, where that of the payer is not known',
        `update transactions set mobile = null where id = '${collected.id}'; ${paybacks}`,
      ],
      [
        'are none of what is no collection',
        `${unguarded(`update transactions set type = 'payout', client_reference = 'x' where id = '${collected.id}'`)} ${paybacks}`,
      ],
    ],
  },
  {
    title: 'The numbers of a payer, and the references of what goes back',
    given: '',
    steps: [
      [
        'are one with two digits before the seven, of the same country',
        `select a, b, is_same_number(a, b) from (values ('+2207012345', '+2207012345'), ('+2207012345', '+220997012345'),
           ('+220997012345', '+2207012345'), ('+2207012345', '+220997012346'), ('+220887012345', '+220997012345'),
           ('+22012345', '+2207012345'), (null, '+2207012345')) as n (a, b)`,
      ],
      [
        'are ninety-nine',
        `select cardinality(r) as count, r[1] as first, r[2] as second, r[99] as last from payback_references('${id('came')}') r`,
      ],
      [
        'say of which collection they are',
        `select r, payback_collection(r) from (values ('payback-${id('came')}'), ('payback-${id('came')}-2'), ('payback-${id('came')}-1'), ('x')) as v (r)`,
      ],
    ],
  },
];
