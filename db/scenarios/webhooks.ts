import {
  balance,
  begin,
  commit,
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
  unguarded,
} from '#db/scenarios/calls';
import { id, type Scenario } from '#db/scenarios/stage';

// Of db/functions/40_webhooks.sql, and what payment links have of 28_write_rows.sql and 30_commit_changes.sql.

const endpoint = (name: string, more: Row = {}) =>
  put('webhook_endpoints', {
    ...{
      client_id: shop,
      environment: 'SANDBOX',
      id: id(name),
      url: `https://${name}`,
      secret_sealed: '\\xaa',
    },
    ...{ secret_last4: 'x', created_at: told(), ...more },
  });

let made = 0;
/** An event on its way to an endpoint, due so many seconds from now by the database's clock. */
function due(to: string, seconds: number, more: Row = {}): string {
  const name = `${to} ${++made}`;
  const of = { client_id: shop, environment: 'SANDBOX', ...pick(more) };
  const event = {
    ...of,
    id: id(`event ${name}`),
    transaction_id: id('t'),
    sequence: 1,
    event: 'payment.succeeded',
  };
  const delivery = {
    ...of,
    id: id(`delivery ${name}`),
    event_id: event.id,
    endpoint_id: id(to),
    transaction_id: id('t'),
  };
  const rest = { event: 'payment.succeeded', status: 'PENDING', created_at: told(made), ...more };
  return [
    put('events', { ...event, body: `body ${name}`, legacy_body: `old ${name}`, created_at: told() }),
    put('deliveries', { ...delivery, ...rest }),
    `update deliveries set run_at = date_trunc('milliseconds', now()) + make_interval(secs => ${seconds}) where id = '${delivery.id}';`,
  ].join('\n');
}
const pick = ({ client_id, environment }: Row) => ({
  ...(client_id !== undefined && { client_id }),
  ...(environment !== undefined && { environment }),
});

interface Claim {
  slots?: number;
  failing?: number;
  endpoint?: number;
  client?: number;
  pace?: Row;
  columns?: string;
}
/** What was claimed, in an order of its own. */
const claim = (
  token: string,
  { slots = 100, failing = 100, endpoint: of = 100, client = 100, pace, columns = 'id, failing' }: Claim = {},
) =>
  `select ${columns} from claim_deliveries(${slots}, ${failing}, ${of}, ${client}, 60, '${id(token)}'${pace ? `, '${JSON.stringify(pace)}'` : ''}) order by id`;
/** One after the other, as they were made. */
const past = `run_at = date_trunc('milliseconds', now()) - interval '1 minute' + (created_at - '${told()}') / 600 where lease_token is not null;`;
const again = `update deliveries set lease_token = null, ${past}`;
const leasesOver = `update deliveries set ${past}`;
const leased = { lease_token: id('lease of another worker') };

const link = (name: string, more: Row = {}) =>
  put('payment_links', {
    ...{
      client_id: shop,
      environment: 'SANDBOX',
      id: id(name),
      code: name,
      title: name,
      request_hash: '\\xaa',
    },
    ...{ created_at: told(), updated_at: told(), ...more },
  });
const through = (link: string, name: string, amount: number, more: Row = {}) =>
  transaction('collection', name, amount, { payment_link_id: id(link), ...more });

export const webhooks: Scenario[] = [
  {
    title: 'Deliveries that are due',
    given: [
      stage,
      endpoint('a', { previous_secret_sealed: '\\xbb', previous_secret_expires_at: '2999-01-01T00:00:00Z' }),
      endpoint('b', {
        previous_secret_sealed: '\\xbb',
        previous_secret_expires_at: told(),
        payload_form: 'legacy',
      }),
      endpoint('paused', { status: 'PAUSED' }),
      endpoint('deleted', { deleted_at: told() }),
      endpoint('live', { environment: 'LIVE' }),
      endpoint('of another', { client_id: other }),
      due('a', -10, { attempts: 3, attempts_at_resend: 2 }),
      due('a', 0),
      due('a', 5),
      due('a', -10, { status: 'SUCCEEDED' }),
      due('b', -20, { payload_form: 'legacy' }),
      due('paused', -10),
      due('deleted', -10),
      due('live', -10, { environment: 'LIVE' }),
      due('of another', -10, { client_id: other }),
      due('none', -10),
    ].join('\n'),
    steps: [
      ['are taken, of every queue, under a lease', claim('first', { columns: '*' })],
      ['are taken once', claim('second')],
      ['are taken again when the lease is over', `${again} ${claim('third')}`],
    ],
  },
  {
    title: 'How many deliveries are taken',
    given: [
      stage,
      endpoint('a'),
      endpoint('b'),
      endpoint('failing', { failing_since: told() }),
      endpoint('failing too', { failing_since: told(), client_id: other }),
      ...[-50, -40, -30, -20].map((seconds) => due('a', seconds)),
      ...[-45, -35, -25, 500].map((seconds) => due('b', seconds)),
      ...[-90, -80].map((seconds) => due('failing', seconds)),
      ...[-70, -60].map((seconds) => due('failing too', seconds, { client_id: other })),
    ].join('\n'),
    steps: [
      ['is as many as can be started, the oldest first', claim('first', { slots: 4 })],
      [
        'is one at a time where the endpoint fails, and so many of those',
        `${again} ${claim('second', { failing: 1 })}`,
      ],
      ['is none of those, where there is no room for them', `${again} ${claim('third', { failing: 0 })}`],
      ['is so many to one endpoint', `${again} ${claim('fourth', { endpoint: 2 })}`],
      ['counts those that are under way', claim('fifth', { endpoint: 3 })],
      [
        'is more where an endpoint has shown that it can have more',
        `${again} ${claim('sixth', { endpoint: 1, pace: { [id('a')]: 3 } })}`,
      ],
      [
        'is no more where an endpoint that fails could have had more',
        `${again} ${claim('seventh', { endpoint: 1, pace: { [id('failing')]: 3 } })}`,
      ],
      ['is so many of one client', `${again} ${claim('eighth', { client: 2 })}`],
      ['counts those of the client that are under way', claim('ninth', { client: 3 })],
      ['is none, where nothing can be started', `${again} ${claim('tenth', { slots: 0 })}`],
      [
        'is none to an endpoint with more under way than it may have',
        `${claim('eleventh', { endpoint: 3 })}; ${claim('twelfth', { endpoint: 1 })}`,
      ],
      ['counts no lease that is over', `${leasesOver} ${claim('thirteenth', { endpoint: 1 })}`],
    ],
  },
  {
    title: 'The turns of clients',
    given: [
      stage,
      endpoint('a'),
      endpoint('other', { client_id: other }),
      ...[-100, -99, -98].map((seconds) => due('a', seconds)),
      ...[-10, -9, -8].map((seconds) => due('other', seconds, { client_id: other })),
      ...[30, 30].map((seconds) => due('a', seconds, leased)),
      due('a', -200, { ...leased, status: 'FAILED' }),
    ].join('\n'),
    steps: [
      ['come after as many turns of others as they have deliveries under way', claim('first', { slots: 3 })],
      [
        'count what is under way of the client, and no lease that is over',
        `${again} ${claim('second', { client: 2 })}`,
      ],
      [
        'are each client’s in each environment',
        [
          again,
          endpoint('live', { environment: 'LIVE' }),
          due('live', -1, { environment: 'LIVE' }),
          due('live', 30, { ...leased, environment: 'LIVE' }),
          claim('third', { client: 2 }),
        ].join('\n'),
      ],
    ],
  },
  {
    title: 'Plans of the queue',
    given: [stage, endpoint('a'), due('a', -1)].join('\n'),
    steps: [
      [
        'are known to be of a table of that size',
        `set local synchronous_commit = on; ${claim('first')}; select current_setting('kaira.planned_bytes')::int = pg_relation_size('deliveries') as is_noted, current_setting('synchronous_commit')`,
      ],
      [
        'are kept for as long as it has not more than doubled',
        `select set_config('kaira.planned_bytes', (pg_relation_size('deliveries') / 2)::text, false); ${claim('second')}; select current_setting('kaira.planned_bytes')::int * 2 = pg_relation_size('deliveries') as is_kept`,
      ],
      [
        'are made anew when it has',
        `select set_config('kaira.planned_bytes', (pg_relation_size('deliveries') / 2 - 1)::text, false); ${claim('third')}; select current_setting('kaira.planned_bytes')::int = pg_relation_size('deliveries') as is_noted`,
      ],
      [
        'are made anew where nothing was noted',
        `select set_config('kaira.planned_bytes', '', false); ${claim('fourth')}; select current_setting('kaira.planned_bytes')::int = pg_relation_size('deliveries') as is_noted`,
      ],
    ],
  },
  {
    title: 'Where an event stands',
    given: [stage, endpoint('a'), due('a', 0), due('a', 0)].join('\n'),
    steps: [
      [
        'is the number of its transaction, after the base',
        `update event_position_base set base = 1000; select event_position() - pg_current_xact_id()::text::bigint as answer`,
      ],
      [
        'is not before where readers stop',
        `select event_position() >= event_horizon() as answer, event_horizon() - pg_snapshot_xmin(pg_current_snapshot())::text::bigint as base`,
      ],
      ['stays in the same cluster', `select keep_positions_growing()`],
      [
        'is after all that is there in another one, by a wide step',
        `${unguarded('update events set position = 3 + 2 * (body = (select max(body) from events))::int')} update event_position_base set system_identifier = 'elsewhere'; select keep_positions_growing()`,
      ],
      [
        'is noted once',
        'select keep_positions_growing(); select system_identifier = (select c.system_identifier::text from pg_control_system() c) as is_this from event_position_base',
      ],
      [
        'begins with a wide step where nothing is there, and a new row with none',
        `delete from deliveries; ${unguarded('delete from events')}
         update event_position_base set system_identifier = 'elsewhere'; select keep_positions_growing()`,
      ],
      [
        'begins at nothing in books that were made anew',
        'delete from event_position_base; select keep_positions_growing()',
      ],
    ],
  },
  {
    title: 'Endpoints',
    given: [
      stage,
      ...Array.from({ length: 19 }, (_, n) => endpoint(`e${n}`)),
      endpoint('gone', { deleted_at: told() }),
      endpoint('live', { environment: 'LIVE' }),
      endpoint('of another', { client_id: other }),
    ].join('\n'),
    steps: [
      ['are twenty at most', `${endpoint('twentieth')} select count(*) from webhook_endpoints`],
      ['are no more', endpoint('one more')],
    ],
  },
  {
    title: 'A text',
    given: '',
    steps: [
      [
        'is JSON or it is not',
        `select is_json('{"a": [1, null]}') as yes, is_json('{a') as no, is_json('"\\ud800"') as no_text, is_json('1') as figure, is_json(null) as nothing`,
      ],
    ],
  },
  {
    title: 'Payments through a link',
    given: [
      stage,
      link('l', { max_payments: 1 }),
      link('off', { is_active: false }),
      link('kept', {
        client_reference: 'chosen',
        reserved_id: id('kept for it'),
        is_choice: true,
        amount_bututs: 5,
        max_payments: 1,
        expires_at: told(60),
      }),
      balance(own('available'), -1000),
    ].join('\n'),
    steps: [
      ['begin, and are counted', commit(begin(through('l', 'c1', 5)))],
      ['do not begin where it takes none', commit(begin(through('off', 'c2', 5)))],
      [
        'are counted when they succeed',
        [
          commit(begin(through('l', 'c3', 6))),
          commit(move(through('l', 'c1', 5), 1, { status: 'SUCCEEDED' })),
        ].join(';\n'),
      ],
      ['are counted once', commit(move(through('l', 'c1', 5), 2, { failure_message: 'x' }))],
      [
        'are not counted when they fail',
        commit(move(through('l', 'c3', 6), 1, { status: 'FAILED', failure_code: 'X' })),
      ],
      ['do not begin beyond its number', commit(begin(through('l', 'c4', 7)))],
      [
        'that were one too many say so',
        commit(move(through('l', 'c3', 6), 2, { status: 'SUCCEEDED', failure_code: null })),
      ],
      [
        'that were one too many and say so are counted',
        commit(move(through('l', 'c3', 6), 2, { status: 'SUCCEEDED', failure_code: null, over_limit: true })),
      ],
      [
        'do not begin beside it while its customer chooses',
        commit(begin(transaction('collection', 'c5', 5, { client_reference: 'chosen' }))),
      ],
      ['of another reference do', commit(begin(transaction('collection', 'c6', 5)))],
      [
        'keep no payout of the reference from beginning',
        commit(
          begin(
            transaction('payout', 'p', 5, { client_reference: 'chosen' }),
            taking(transaction('payout', 'p', 5), { float: undefined }),
          ),
        ),
      ],
      [
        'begin under the id that was kept',
        commit(begin(through('kept', 'kept for it', 5, { client_reference: 'chosen' }))),
      ],
    ],
  },
];
