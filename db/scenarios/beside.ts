import {
  amend,
  commit,
  ended,
  journal,
  other,
  own,
  put,
  type Row,
  shop,
  stage,
  together,
  told,
  transaction,
} from '#db/scenarios/calls';
import { id, type Scenario } from '#db/scenarios/stage';

// What stands beside a payment: of db/functions/28_write_rows.sql.

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
const _settled = journal(
  'settled',
  'collection_settled',
  [own('rail_collections:W'), 1000],
  [own('available'), -985],
  [own('commission'), -15],
);
const payout = transaction('payout', 'p', 400);
const call = (name: string, operation: string, more: Row = {}) => ({
  call: {
    id: id(name),
    operation,
    key: id(`key of ${name}`),
    connection_id: id('wallet'),
    note: 'why',
    ...more,
  },
});
const callEnd = (name: string, outcome: string, more: Row = {}) => ({
  call_end: { id: id(name), outcome, ...more },
});
const opens = (name: string, kind: string, more: Row = {}) => ({
  id: id(name),
  kind,
  details: { what: 'x' },
  ...more,
});
const paidAs = (type: string, reference: string, more: Row) =>
  ended(type, `${type} as ${reference}`, 9, 'SUCCEEDED', {
    ...live,
    client_reference: reference,
    attempt: 3,
    ...more,
  });

export const beside: Scenario[] = [
  {
    title: 'What is still to be done',
    given: [stage, put('transactions', collection, transaction('collection', 'c2', 5))].join('\n'),
    steps: [
      [
        'is put, each kind once: the later one counts',
        commit(
          amend(collection, 1, {
            ...operations({ kind: 'start', run_at: told() }, { kind: 'revoke', run_at: told() }),
          }),
        ),
      ],
      [
        'is put again at its new time, under its new lease',
        commit(
          amend(collection, 2, {
            ...operations({ kind: 'start', run_at: told(8), lease_token: id('lease') }),
          }),
        ),
      ],
      [
        'is dropped by its kind, and stays where it is put at once',
        [
          `update rail_operations set attempts = 3 where kind = 'revoke';`,
          commit(
            amend(collection, 3, {
              ...{ drop_operations: ['start', 'revoke'], ...operations({ kind: 'revoke', run_at: told(1) }) },
            }),
          ),
        ].join('\n'),
      ],
      ['is not dropped under another kind', commit(amend(collection, 4, { drop_operations: ['charge'] }))],
      [
        'is dropped whole, but for the leave to charge that is given back',
        commit(
          amend(collection, 5, { ...operations({ kind: 'look_up', run_at: told() }) }),
          amend(collection, 6, { drop_operations: true }),
        ),
      ],
      [
        'is dropped of its own transaction',
        commit(amend(transaction('collection', 'c2', 5), 1, { drop_operations: ['revoke'] })),
      ],
      [
        'is dropped of its own client',
        [
          put('rail_operations', {
            ...{ client_id: other, environment: 'SANDBOX', transaction_id: id('c2'), kind: 'close' },
            ...{ provider: 'W', run_at: told() },
          }),
          commit(amend(transaction('collection', 'c2', 5), 2, { drop_operations: ['close'] })),
        ].join('\n'),
      ],
      ['is not dropped where it says false', commit(amend(collection, 7, { drop_operations: false }))],
      [
        'is dropped whole and put anew in one',
        commit(
          amend(collection, 8, {
            ...operations({ kind: 'look_up', run_at: told() }, { kind: 'close', run_at: told(4) }),
          }),
          amend(collection, 9, { drop_operations: true, ...operations({ kind: 'close', run_at: told(5) }) }),
        ),
      ],
    ],
  },
  {
    title: 'What clients are told',
    given: [
      stage,
      put('transactions', collection, transaction('collection', 'c2', 5)),
      endpoint('every'),
      endpoint('wanted', { events: '{payment.failed,payment.succeeded}' }),
      endpoint('unwanted', { events: '{payment.failed}' }),
      endpoint('legacy', { payload_form: 'legacy' }),
      endpoint('paused', { status: 'PAUSED' }),
      endpoint('deleted', { deleted_at: told() }),
      endpoint('of another', { client_id: other }),
      endpoint('live', live),
    ].join('\n'),
    steps: [
      ['goes to each endpoint that wants it', commit(amend(collection, 1, { ...event('e1'), now: told(4) }))],
      [
        'goes to none of the earlier form, where that has no word for it',
        commit(amend(collection, 2, { ...event('e2', { legacy_body: null }) })),
      ],
      [
        'waits for an hour, where a scenario holds it back',
        commit(amend(collection, 3, { ...event('e3', { held_back: 'all' }) })),
      ],
      [
        'comes a second time, where a scenario has it so',
        commit(amend(collection, 4, { ...event('e4', { held_back: 'copy' }) })),
      ],
      [
        'is told of each of several',
        together(
          [amend(collection, 5, { ...event('e5') })],
          [amend(transaction('collection', 'c2', 5), 1, { ...event('e6', { event: 'payment.failed' }) })],
        ),
      ],
    ],
  },
  {
    title: 'Calls of a live rail',
    given: [
      stage,
      put('transactions', transaction('payout', 'p', 400, live), transaction('payout', 'p2', 1, live)),
      ...[
        { client_id: other, transaction_id: id('p') },
        { client_id: shop, transaction_id: id('p3') },
      ].map((of) =>
        put('rail_calls', {
          ...of,
          environment: 'LIVE',
          id: id('k3'),
          provider: 'W',
          operation: 'send',
          started_at: told(),
        }),
      ),
    ].join('\n'),
    steps: [
      [
        'are written before they are made',
        commit(amend({ ...payout, ...live }, 1, { ...call('k1', 'send') })),
      ],
      [
        'are not made again under another key while one may have moved money',
        commit(amend({ ...payout, ...live }, 2, { ...call('k2', 'send') })),
      ],
      [
        'are made again under its key at the same wallet, and an end is written of none that is not there',
        commit(
          amend({ ...payout, ...live }, 2, {
            ...call('k3', 'send', { key: id('key of k1') }),
            ...callEnd('k9', 'done'),
          }),
        ),
      ],
      [
        'are not made at another wallet',
        commit(
          amend({ ...payout, ...live }, 3, {
            ...call('k4', 'send', { key: id('key of k1'), connection_id: id('wallet 2') }),
          }),
        ),
      ],
      [
        'are made of what moves no money twice',
        commit(
          amend({ ...payout, ...live }, 3, { ...call('k5', 'start') }),
          amend({ ...payout, ...live }, 4, { ...call('k6', 'start') }),
        ),
      ],
      [
        'end once',
        commit(amend({ ...payout, ...live }, 5, { ...callEnd('k1', 'refused', { note: 'said no' }) })),
      ],
      [
        'end once, and keep their note',
        commit(amend({ ...payout, ...live }, 6, { ...callEnd('k1', 'done') })),
      ],
      [
        'end with the note that they had',
        commit(amend({ ...payout, ...live }, 7, { ...callEnd('k3', 'not_sent') })),
      ],
      [
        'are made again under another key, where all before were refused or not sent',
        commit(amend({ ...payout, ...live }, 8, { ...call('k7', 'send') })),
      ],
      [
        'are not made under another key, where one was done',
        commit(
          amend({ ...payout, ...live }, 9, { ...callEnd('k7', 'done') }),
          amend({ ...payout, ...live }, 10, { ...call('k8', 'send') }),
        ),
      ],
      [
        'are of their own operation and transaction',
        commit(
          amend({ ...payout, ...live }, 9, { ...call('k10', 'charge') }),
          amend({ ...payout, ...live }, 10, { ...call('k11', 'refund') }),
        ),
      ],
      [
        'of another transaction are its own',
        commit(amend(transaction('payout', 'p2', 1, live), 1, { ...call('k12', 'send') })),
      ],
      [
        'without a key are known by their id, and one of no known wallet may be at any',
        commit(
          amend(transaction('payout', 'p2', 1, live), 2, {
            ...call('k13', 'refund', { key: null, connection_id: null }),
          }),
          amend(transaction('payout', 'p2', 1, live), 3, { ...call('k14', 'refund', { key: id('k13') }) }),
        ),
      ],
      [
        'of one that is written already change nothing',
        commit(
          amend(transaction('payout', 'p2', 1, live), 4, { ...call('k13', 'start', { note: 'another' }) }),
        ),
      ],
      [
        'without a key are not made under another one, nor without one',
        [
          put('transactions', transaction('payout', 'p4', 1, live)),
          together(
            [amend(transaction('payout', 'p4', 1, live), 1, call('k20', 'send', { key: null }))],
            [amend(transaction('payout', 'p4', 1, live), 2, call('k21', 'send'))],
            [amend(transaction('payout', 'p4', 1, live), 2, call('k22', 'send', { key: null }))],
          ),
        ].join('\n'),
      ],
      [
        'of charging are not made twice either',
        commit(amend({ ...payout, ...live }, 11, { ...call('k15', 'charge') })),
      ],
      [
        'of giving back are not made twice either',
        commit(amend({ ...payout, ...live }, 11, { ...call('k16', 'refund') })),
      ],
    ],
  },
  {
    title: 'Cases',
    given: [
      stage,
      put('transactions', transaction('payout', 'p', 400, live), transaction('payout', 'p2', 1, live)),
      put('transactions', ended('payout', 'paid', 9, 'SUCCEEDED', { ...live, client_reference: 'twice' })),
      put(
        'transactions',
        transaction('payout', 'second', 9, { ...live, client_reference: 'twice', attempt: 2 }),
      ),
      put('transactions', ended('payout', 'unpaid', 9, 'FAILED', { ...live, client_reference: 'tried' })),
      put(
        'transactions',
        transaction('payout', 'tried next', 9, { ...live, client_reference: 'tried', attempt: 2 }),
      ),
      // Paid under the same references, but not of them.
      ...['p2', 'tried'].flatMap((reference) => [
        put('transactions', paidAs('payout', reference, { client_id: other })),
        put('transactions', paidAs('payout', reference, { environment: 'SANDBOX' })),
        put('transactions', paidAs('collection', reference, {})),
      ]),
    ].join('\n'),
    steps: [
      [
        'are opened',
        commit(
          amend({ ...payout, ...live }, 1, {
            now: told(3),
            open_cases: [opens('a', 'mismatch'), opens('b', 'contradiction')],
          }),
        ),
      ],
      [
        'are open once of a kind',
        commit(amend({ ...payout, ...live }, 2, { open_cases: [opens('a2', 'mismatch')] })),
      ],
      [
        'are closed by their kinds, by nobody',
        commit(
          amend({ ...payout, ...live }, 3, {
            now: told(6),
            close_cases: { kinds: ['mismatch', 'returned'], resolution: 'said again' },
          }),
        ),
      ],
      [
        'are settled by one who says how, beside those that are closed by their kinds',
        [
          put('cases', {
            ...{
              id: id('c'),
              ...live,
              provider: 'W',
              kind: 'returned',
              subject: id('p'),
              client_id: shop,
              transaction_id: id('p'),
            },
            ...{ details: {}, status: 'OPEN', opened_at: told() },
          }),
          commit(
            amend({ ...payout, ...live }, 4, {
              ...{ close_cases: { kinds: ['returned'], resolution: 'is over' } },
              close_case: {
                id: id('b'),
                closed_by: id('operator'),
                closed_by_name: 'Op',
                resolution: 'looked at',
              },
            }),
          ),
        ].join('\n'),
      ],
      [
        'of another transaction stay open',
        commit(
          amend({ ...payout, ...live }, 5, { open_cases: [opens('d', 'mismatch')] }),
          amend({ ...payout, ...live }, 6, { close_cases: { kinds: ['contradiction'], resolution: 'x' } }),
        ),
      ],
      [
        'are not closed by a change of another one',
        commit(
          amend(transaction('payout', 'p2', 1, live), 1, {
            close_cases: { kinds: ['mismatch'], resolution: 'x' },
          }),
        ),
      ],
      [
        'of a reference that was paid twice name the other one',
        commit(
          amend({ ...transaction('payout', 'second', 9, live), client_reference: 'twice' }, 1, {
            ...{
              open_cases: [
                opens('e', 'double_payment', {
                  if_reference_paid: true,
                  details: { client_reference: 'twice' },
                }),
                opens('j', 'contradiction'),
              ],
            },
          }),
        ),
      ],
      [
        'are none of what two people have booked by hand',
        [
          put('adjustments', {
            ...{
              client_id: shop,
              environment: 'LIVE',
              id: id('booked by hand'),
              transaction_id: id('unpaid'),
              case_id: id('x'),
            },
            ...{
              journal_id: id('y'),
              client_bututs: 0,
              rail_bututs: -9,
              reason: 'x',
              evidence: 'x',
              proposed_by_name: 'A',
            },
            ...{ confirmed_by_name: 'B', created_at: told() },
          }),
          commit(
            amend({ ...transaction('payout', 'unpaid', 9, live), client_reference: 'tried' }, 1, {
              open_cases: [
                opens('h', 'delivered_after_failure', { details: { theirs: 'SUCCEEDED' } }),
                opens('i', 'mismatch'),
              ],
            }),
          ),
        ].join('\n'),
      ],
      [
        'are none where no other attempt was paid',
        commit(
          amend({ ...transaction('payout', 'tried next', 9, live), client_reference: 'tried' }, 1, {
            ...{
              open_cases: [
                opens('f', 'double_payment', {
                  if_reference_paid: true,
                  details: { client_reference: 'tried' },
                }),
              ],
            },
          }),
        ),
      ],
      [
        'are none where there is no other attempt',
        commit(
          amend(transaction('payout', 'p2', 1, live), 2, {
            ...{
              open_cases: [
                opens('g', 'double_payment', {
                  if_reference_paid: true,
                  details: { client_reference: 'p2' },
                }),
              ],
            },
          }),
        ),
      ],
    ],
  },
];
