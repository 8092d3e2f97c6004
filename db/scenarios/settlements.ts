import {
  balance,
  call,
  ended,
  other,
  own,
  put,
  type Row,
  shop,
  stage,
  told,
  transaction,
  unfolded,
  unguarded,
} from '#db/scenarios/calls';
import { id, type Scenario } from '#db/scenarios/stage';

// Of db/functions/44_settlements.sql.

const person = (name: string) => ({ actor: { id: id(name), name } });
const account = (name: string, more: Row = {}) =>
  put('settlement_accounts', {
    ...{
      client_id: shop,
      environment: 'SANDBOX',
      id: id(name),
      kind: 'bank',
      holder: `holder ${name}`,
      bank: 'Trust',
    },
    ...{ account_number: '1', added_by: id('owner'), added_by_name: 'Owner', added_at: told(), ...more },
  });
const wallet = { kind: 'wallet', bank: null, account_number: null, provider: 'W', mobile: '+2207012345' };

const ask = (name: string, more: Row = {}) =>
  call('begin_settlement', {
    ...{
      client_id: shop,
      environment: 'SANDBOX',
      id: id(name),
      account_id: id('bank'),
      keep_bututs: 0,
      least_bututs: 1,
    },
    ...{
      reference: `S ${name}`,
      ...person('owner'),
      journal_id: id(`journal of ${name}`),
      now: told(),
      ...more,
    },
  });
const step = (name: string, from: string, to: string, more: Row = {}) =>
  call('step_settlement', {
    ...{ client_id: shop, environment: 'SANDBOX', id: id(name), from, to, ...person('operator') },
    ...{ journal_id: id(`journal of ${name} ${to}`), now: told(5), ...more },
  });
const row = (name: string, more: Row = {}) =>
  put('settlements', {
    ...{
      client_id: shop,
      environment: 'SANDBOX',
      id: id(name),
      account_id: id('bank'),
      holder: 'H',
      bank: 'Trust',
    },
    ...{
      account_number: '1',
      amount_bututs: 100,
      status: 'REQUESTED',
      reference: `R ${name}`,
      requested_by_name: 'Owner',
    },
    ...{ requested_at: told(), updated_at: told(), ...more },
  });
const file = (name: string, more: Row = {}) =>
  put('settlement_files', {
    ...{ id: id(name), environment: 'SANDBOX', status: 'MADE', columns: [], count: 1, sum_bututs: 1 },
    ...{ made_by: id('operator'), made_by_name: 'operator', made_at: told(), ...more },
  });
const make = (name: string, more: Row = {}) =>
  call('make_settlement_file', {
    ...{
      id: id(name),
      environment: 'SANDBOX',
      columns: [{ name: 'A', field: 'amount' }],
      ...person('operator'),
      now: told(2),
      ...more,
    },
  });
const ofFile = (name: string, to: string, actor: string, more: Row = {}) =>
  call('step_settlement_file', { id: id(name), to, ...person(actor), now: told(6), ...more });
const download = (name: string, actor: string) =>
  call('note_settlement_download', { id: id(name), ...person(actor), now: told(4) });

const rich = [
  stage,
  account('bank'),
  balance(own('available'), -1000),
  balance(own('held'), -100_000),
  balance(own('held', 'LIVE'), -100_000),
].join('\n');
const set = (name: string, what: string) => `update settlements set ${what} where id = '${id(name)}'`;

const statuses = ['REQUESTED', 'IN_FILE', 'SENT', 'CONFIRMED', 'FAILED', 'CANCELLED', 'RETURNED'];
/** Every way from one status to another, and whether the guard of the table lets it through. */
const ways = `
  create temp table ways (line text) on commit drop;
  do $$ declare f text; t text; begin
    foreach f in array '{${statuses.join(',')}}'::text[] loop foreach t in array '{${statuses.join(',')}}'::text[] loop
      begin
        set local session_replication_role = replica;
        update settlements set status = f, file_id = case when f in ('REQUESTED', 'CANCELLED') then null else '${id('file')}'::uuid end,
          ended_at = case when f in ('REQUESTED', 'IN_FILE', 'SENT') then null else now() end where id = '${id('s')}';
        set local session_replication_role = origin;
        update settlements set status = t, file_id = case when t in ('REQUESTED', 'CANCELLED') then null else '${id('file')}'::uuid end,
          ended_at = case when t in ('REQUESTED', 'IN_FILE', 'SENT') then null else now() end where id = '${id('s')}';
        insert into ways values (f || ' → ' || t);
        raise exception 'undo' using errcode = 'KA999';
      exception when sqlstate 'KA999' then insert into ways values (f || ' → ' || t); when sqlstate 'KA004' then null;
      end;
    end loop; end loop;
  end $$;
  select line from ways order by line collate "C"`;

export const settlements: Scenario[] = [
  {
    title: 'A settlement',
    given: [rich, unfolded(own('available'), -500), balance(own('available', 'LIVE'), -1_000_000)].join('\n'),
    steps: [
      ['of more than what is available does not begin', ask('s0', { amount_bututs: 1501 })],
      [
        'holds for the bank what is available',
        ask('s1', { amount_bututs: 300, client_reference: 'form', period: '2020-03' }),
      ],
      ['is one for each period', ask('s2', { amount_bututs: 1, period: '2020-03' })],
      ['is one for each form', ask('s2', { amount_bututs: 1, client_reference: 'form' })],
      [
        'is all but what is to be kept, without an amount',
        ask('s3', { keep_bututs: 200, least_bututs: 1000 }),
      ],
      ['is nothing, where that is less than the least', ask('s4', { keep_bututs: 100, least_bututs: 101 })],
      ['is nothing, where no more is available than it has to be', ask('s4', { above_bututs: 200 })],
      [
        'is something, where a butut more is',
        ask('s4', { above_bututs: 199, keep_bututs: 150, least_bututs: 50 }),
      ],
      ['of the last butut begins', ask('s5', { amount_bututs: 150 })],
      ['is nothing, where nothing is available', ask('s6')],
      ['is a butut, where that is available', `${balance(own('available'), -1)} ${ask('s7')}`],
    ],
  },
  {
    title: 'Settlements of the same form or period elsewhere',
    given: [
      rich,
      account('bank of another', { client_id: other }),
      row('of another', { client_id: other, client_reference: 'form', period: '2020-03' }),
      row('live', { environment: 'LIVE', client_reference: 'form', period: '2020-03' }),
      put('transactions', ended('collection', 'form', 1, 'SUCCEEDED')),
      put(
        'transactions',
        transaction('payout', 'other form', 1, { client_id: other, client_reference: 'form' }),
      ),
      put(
        'transactions',
        transaction('payout', 'live form', 1, { environment: 'LIVE', client_reference: 'form' }),
      ),
      put('transactions', transaction('payout', 'paid', 1)),
    ].join('\n'),
    steps: [
      ['are others', ask('s1', { amount_bututs: 5, client_reference: 'form', period: '2020-03' })],
      [
        'are this one, where a wallet has been paid',
        ask('s2', { amount_bututs: 5, client_reference: 'paid' }),
      ],
      ['need neither', ask('s3', { amount_bututs: 5 })],
    ],
  },
  {
    title: 'The account that a settlement goes to',
    given: [
      rich,
      account('wallet', wallet),
      account('removed', { removed_at: told() }),
      account('live', { environment: 'LIVE' }),
      account('of another', { client_id: other }),
    ].join('\n'),
    steps: [
      ...['wallet', 'removed', 'live', 'of another', 'none'].map(
        (name) =>
          [
            `is a bank account of the client's that is there: ${name}`,
            ask('s1', { amount_bututs: 5, account_id: id(name) }),
          ] as const,
      ),
      ['is that', ask('s1', { amount_bututs: 5, actor: { name: 'Schedule' } })],
    ],
  },
  {
    title: 'The steps of a settlement',
    given: [
      rich,
      row('s'),
      file('file', { status: 'SENT', sent_by: id('sender'), sent_by_name: 'sender' }),
      file('file 2'),
      row('of another', { client_id: other, id: id('s'), reference: 'R 2' }),
      row('s', { environment: 'LIVE', reference: 'R 3', status: 'IN_FILE', file_id: id('file 2') }),
      put('settlement_changes', {
        ...{
          client_id: other,
          environment: 'SANDBOX',
          settlement_id: id('s'),
          sequence: 1,
          to_status: 'REQUESTED',
          actor_name: 'x',
          at: told(),
        },
      }),
      put('settlement_changes', {
        ...{
          client_id: shop,
          environment: 'SANDBOX',
          settlement_id: id('x'),
          sequence: 1,
          to_status: 'REQUESTED',
          actor_name: 'x',
          at: told(),
        },
      }),
    ].join('\n'),
    steps: [
      ['are taken from the status that is named', step('s', 'SENT', 'CONFIRMED')],
      ['are of what is there', step('none', 'REQUESTED', 'CANCELLED')],
      ['are of its environment', step('s', 'REQUESTED', 'CANCELLED', { environment: 'LIVE' })],
      ['lead into a file', step('s', 'REQUESTED', 'IN_FILE', { file_id: id('file') })],
      ['are of the file that it is in', step('s', 'IN_FILE', 'SENT', { file_id: id('file 2') })],
      ['lead out of it', step('s', 'IN_FILE', 'REQUESTED', { file_id: id('file'), note: 'wrong' })],
      ['lead into it again', step('s', 'REQUESTED', 'IN_FILE', { file_id: id('file') })],
      ['lead to the bank', step('s', 'IN_FILE', 'SENT', { file_id: id('file') })],
      ['are not confirmed by whoever sent the file', step('s', 'SENT', 'CONFIRMED', person('sender'))],
      [
        'are confirmed by somebody else, and the house has paid',
        step('s', 'SENT', 'CONFIRMED', { bank_reference: 'B-1' }),
      ],
      ['do not come back by whoever confirmed it', step('s', 'CONFIRMED', 'RETURNED')],
      [
        'come back by somebody else, and are the client’s again',
        step('s', 'CONFIRMED', 'RETURNED', { ...person('operator 2'), note: 'no such account' }),
      ],
      ['are over', step('s', 'RETURNED', 'CONFIRMED')],
    ],
  },
  {
    title: 'The other steps of a settlement',
    given: [
      rich,
      file('file', { status: 'SENT', sent_by: id('sender'), sent_by_name: 'sender' }),
      row('cancelled'),
      row('failed', { status: 'SENT', file_id: id('file'), environment: 'LIVE' }),
      row('paid', { status: 'SENT', file_id: id('file'), environment: 'LIVE' }),
      row('in no file that is known', { status: 'SENT', file_id: id('no file') }),
    ].join('\n'),
    steps: [
      ['give back what its client took back', step('cancelled', 'REQUESTED', 'CANCELLED', { note: 'asked' })],
      [
        'give back what the bank refused',
        step('failed', 'SENT', 'FAILED', { environment: 'LIVE', note: 'refused', bank_reference: 'B-2' }),
      ],
      [
        'of live money leave by the house',
        step('paid', 'SENT', 'CONFIRMED', { environment: 'LIVE', file_id: id('file') }),
      ],
      [
        'may be of whoever sent another file',
        step('in no file that is known', 'SENT', 'CONFIRMED', person('sender')),
      ],
      ['end where the guard of the table has it', step('cancelled', 'CANCELLED', 'REQUESTED')],
    ],
  },
  {
    title: 'What the table of settlements lets through',
    given: [rich, file('file'), row('s')].join('\n'),
    steps: [
      ['is each of these steps and no other, and what stays as it is', ways],
      ...[
        'amount_bututs = 1',
        "reference = 'x'",
        "client_reference = 'x'",
        "period = 'x'",
        "holder = 'x'",
        "bank = 'x'",
        "account_number = 'x'",
        `account_id = '${id('x')}'`,
        "environment = 'LIVE'",
        `client_id = '${other}'`,
      ].map((what) => [`is never another ${what.split(' ')[0]}`, set('s', what)] as const),
      ['is what else changes', set('s', `reason = 'x'`)],
      [
        'is no change of its history',
        `${put('settlement_changes', { client_id: shop, environment: 'SANDBOX', settlement_id: id('s'), sequence: 9, to_status: 'REQUESTED', actor_name: 'x', at: told() })} update settlement_changes set note = 'x'`,
      ],
    ],
  },
  {
    title: 'An account that is removed',
    given: [
      rich,
      account('bank 2'),
      account('bank', { environment: 'LIVE', removed_at: told() }),
      account('bank', { client_id: other, removed_at: told() }),
      file('file'),
      ...['w1', 'w2'].map((name) => row(name)),
      row('in a file', { status: 'IN_FILE', file_id: id('file') }),
      row('elsewhere', { account_id: id('bank 2') }),
      row('live', { environment: 'LIVE' }),
      row('of another', { client_id: other }),
    ].join('\n'),
    steps: [
      [
        'is removed first',
        call('cancel_settlements_to', {
          client_id: shop,
          environment: 'SANDBOX',
          account_id: id('bank'),
          note: 'gone',
          ...person('owner'),
          now: told(3),
        }),
      ],
      [
        'gives back what waits for it, and nothing else',
        `update settlement_accounts set removed_at = '${told()}' where client_id = '${shop}' and environment = 'SANDBOX' and id = '${id('bank')}';
         ${call('cancel_settlements_to', { client_id: shop, environment: 'SANDBOX', account_id: id('bank'), note: 'gone', ...person('owner'), now: told(3) })}`,
      ],
      [
        'has nothing to give back twice',
        call('cancel_settlements_to', {
          client_id: shop,
          environment: 'SANDBOX',
          account_id: id('bank'),
          note: 'gone',
          ...person('owner'),
          now: told(3),
        }),
      ],
      [
        'is one that is there',
        call('cancel_settlements_to', {
          client_id: shop,
          environment: 'SANDBOX',
          account_id: id('none'),
          ...person('owner'),
          now: told(3),
        }),
      ],
    ],
  },
  {
    title: 'A file for the bank',
    given: [
      rich,
      account('gone', { removed_at: told() }),
      account('gone', { client_id: other }),
      account('bank', { environment: 'LIVE' }),
      account('bank', { client_id: other }),
      `update clients set status = 'SUSPENDED' where id = '${other}';`,
      file('file'),
      row('w1', { amount_bututs: 700 }),
      row('w2', { amount_bututs: 60 }),
      row('to what is gone', { account_id: id('gone') }),
      row('of a suspended one', { client_id: other }),
      row('live', { environment: 'LIVE' }),
      row('in another', { status: 'IN_FILE', file_id: id('file') }),
    ].join('\n'),
    steps: [
      ['keeps some back', 'select id, why_kept_back(s) from settlements s order by s.id'],
      [
        'keeps back what has no account of its client and environment',
        `delete from settlement_accounts where environment = 'LIVE';
         select id, why_kept_back(s) from settlements s where environment = 'LIVE'`,
      ],
      ['has each that waits', `${account('bank', { environment: 'LIVE' })} ${make('file 1')}`],
      ['is none where nothing waits', make('file 3')],
      ['is of its environment', make('file 4', { environment: 'LIVE' })],
    ],
  },
  {
    title: 'A file that somebody has in hand',
    given: [
      rich,
      file('f', { count: 2 }),
      file('g'),
      row('a', { status: 'IN_FILE', file_id: id('f') }),
      row('b', { status: 'IN_FILE', file_id: id('f'), environment: 'LIVE' }),
      row('c', { status: 'IN_FILE', file_id: id('g') }),
    ].join('\n'),
    steps: [
      ['is noted', download('f', 'operator')],
      ['is noted once of each', download('f', 'operator')],
      ['is noted of everybody', download('f', 'operator 2')],
      ['is none that is not there', download('none', 'operator')],
      ['is not discarded by who has had it', ofFile('f', 'DISCARDED', 'operator')],
      [
        'is discarded by somebody else, and what is in it waits again',
        ofFile('f', 'DISCARDED', 'operator 3'),
      ],
      ['is discarded once', ofFile('f', 'DISCARDED', 'operator 3')],
      ['is in nobody’s hand any more', download('f', 'operator 4')],
      [
        'is sent with all that is in it, also by who has had it',
        `${download('g', 'operator')}; ${ofFile('g', 'SENT', 'operator')}`,
      ],
      ['is sent once', ofFile('g', 'SENT', 'operator')],
      ['that is not there is not sent', ofFile('none', 'SENT', 'operator')],
      [
        'is not sent where something in it is not in it',
        `${file('h')} ${row('d', { status: 'IN_FILE', file_id: id('h') })} ${row('e', { status: 'SENT', file_id: id('h') })} ${ofFile('h', 'SENT', 'operator')}`,
      ],
    ],
  },
  {
    title: 'A file of more than it takes',
    // How many it takes is all that is asked here: what becomes of each stands above.
    given: [
      rich,
      'create or replace function step_settlement(c jsonb) returns jsonb language sql as $$ select null::jsonb $$;',
    ].join('\n'),
    steps: [
      [
        'has 5,000',
        `${unguarded(`
           insert into settlements (client_id, environment, id, account_id, holder, bank, account_number, amount_bututs, status,
                                    reference, requested_by_name, requested_at, updated_at)
           select '${shop}', 'SANDBOX', gen_random_uuid(), '${id('bank')}', 'H', 'Trust', '1', 1, 'REQUESTED', n, 'Owner', now(), now()
           from generate_series(1, 5001) n`)}
         create temp table made on commit drop as ${make('file')};
         ${unguarded('delete from settlements')}
         select answer from made`,
      ],
    ],
  },
];
