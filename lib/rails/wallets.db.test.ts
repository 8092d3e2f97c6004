import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectRail, disconnectRail } from '#e2e/setup/connections';
import {
  auditFaults,
  callsOf,
  casesOf,
  collect,
  control,
  kit,
  paidByRail,
  payOut,
  raiseTwoWallets,
  settle,
  simulator,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import { withoutGuards } from '#e2e/setup/test-database';
import { type Fields, settingName } from '#lib/rails/connections';
import type { RailDefinition } from '#lib/rails/rail';
import type { Transaction } from '#lib/transactions/transaction';

// What was begun at a wallet goes on there, whatever is connected since: the simulator has two wallets at each rail,
// and pays again whatever the second one is asked for.

beforeAll(raiseTwoWallets, 60_000);
afterAll(strikeLiveStage);
beforeEach(() => control('behave', {}));
afterEach(async () => {
  await control('behave', {});
  for (const { provider } of await sql`select provider from rail_connections`) {
    await disconnectRail(provider);
  }
  setSettings(simulator.settings);
});

const definitionOf = (provider: string) =>
  kit.railDefinitions.find((each) => each.traits.provider === provider) as RailDefinition;

function fieldsOf(provider: string, given: Fields): Record<string, string> {
  const names = Object.keys(definitionOf(provider).live?.fields ?? {});
  return Object.fromEntries(names.map((name) => [name, given[settingName(provider, name)] ?? '']));
}

const second = () => simulator.settings2 as Record<string, string>;

async function connect(provider: string, changed: Fields, same_wallet = false): Promise<void> {
  await connectRail(provider, { fields: changed, same_wallet });
}

function setSettings(rails: Fields): void {
  (kit.settings() as { rails: Fields }).rails = Object.fromEntries(
    Object.entries(rails).filter(([name]) => name.startsWith('RAIL_')),
  );
  kit.forgetConnections();
}

const connectedId = async (provider: string) => (await kit.connectedNow(provider))?.connectionId;

async function viewOf(provider: string) {
  const { presentConnection } = await import('#lib/rails/present-connection');
  return presentConnection(definitionOf(provider));
}

const localOf = (mobile: string | null) => mobile?.replace('+220', '') ?? '';

/** How often each wallet paid it. */
async function paidByWallets({ id, mobile, provider }: Transaction): Promise<number[]> {
  const reference = provider === 'PROVIDER_A' ? localOf(mobile) : id;
  return Promise.all([1, 2].map((wallet) => paidByRail(provider, reference, wallet)));
}

async function connectionsOf({ id }: Transaction): Promise<string[]> {
  const rows = await sql`select distinct connection_id from rail_calls where transaction_id = ${id}`;
  return rows.map((row) => row.connection_id);
}

/** Two ways to another wallet, and by each a payout whose answer was lost. */
const ways = {
  'an operator connects another wallet': (provider: string) =>
    connect(provider, fieldsOf(provider, second())),
  'the settings name another wallet': async () => setSettings(second()),
};
const rails = ['PROVIDER_W', 'PROVIDER_C', 'PROVIDER_A'];
const cases = Object.keys(ways).flatMap((way) =>
  rails.map((rail) => [way as keyof typeof ways, rail] as const),
);

describe('a payout in doubt', () => {
  it.each(cases)(
    'is paid once, by the wallet that it was begun with, when %s (%s)',
    async (way, provider) => {
      const misbehaviour = { rail: provider, operation: 'payout', kind: 'error_500_done', times: 1 };
      await control('misbehave', misbehaviour);
      const sent = await payOut(41_00n, provider);
      expect(await callsOf(sent, 'send')).toEqual(['unknown']);
      await ways[way](provider);
      await settle();
      const isRepeatable = provider !== 'PROVIDER_A';
      expect(await statusOf(sent)).toBe(isRepeatable ? 'SUCCEEDED' : 'PENDING');
      expect(await casesOf(sent)).toEqual(isRepeatable ? [] : ['unknown_outcome']);
      expect([await paidByWallets(sent), await connectionsOf(sent)]).toEqual([[1, 0], [sent.connectionId]]);
      const next = await payOut(42_00n, provider);
      expect([await statusOf(next), await paidByWallets(next)]).toEqual(['SUCCEEDED', [0, 1]]);
    },
  );

  it.each(['PROVIDER_W', 'PROVIDER_C'])(
    'that its wallet never paid is sent again there (%s)',
    async (provider) => {
      await control('misbehave', {
        rail: provider,
        operation: 'payout',
        kind: 'error_500_not_done',
        times: 1,
      });
      const sent = await payOut(43_00n, provider);
      await connect(provider, fieldsOf(provider, second()));
      await settle();
      expect([await statusOf(sent), await paidByWallets(sent)]).toEqual(['SUCCEEDED', [1, 0]]);
      expect(await connectionsOf(sent)).toEqual([sent.connectionId]);
    },
  );

  it('that surely left nobody goes out at the wallet that is connected by then', async () => {
    const rail = await kit.findRail('LIVE', 'PROVIDER_W');
    const send = rail?.sendPayout;
    Object.assign(rail ?? {}, { sendPayout: async () => ({ kind: 'not_sent', why: 'refused' }) });
    const sent = await payOut(44_00n);
    Object.assign(rail ?? {}, { sendPayout: send });
    await connect('PROVIDER_W', fieldsOf('PROVIDER_W', second()));
    await settle();
    expect([await statusOf(sent), await paidByWallets(sent)]).toEqual(['SUCCEEDED', [0, 1]]);
  });
});

describe('a wallet that is connected no longer', () => {
  it('drains when it is removed: what was begun goes on there, its notices are taken, nothing new begins', async () => {
    await connect('PROVIDER_C', fieldsOf('PROVIDER_C', second()));
    const opened = await collect(45_00n, 'PROVIDER_C');
    setSettings({});
    await disconnectRail('PROVIDER_C');
    await expect(collect(46_00n, 'PROVIDER_C')).rejects.toMatchObject({ code: 'provider_not_enabled' });
    expect(await viewOf('PROVIDER_C')).toMatchObject({
      state: 'none',
      wallet: null,
      draining: expect.arrayContaining([
        {
          id: opened.connectionId,
          since: expect.any(String),
          by: 'Some admin',
          reachable: true,
          open: { count: 1, amount: '45.00' },
        },
      ]),
    });
    await control('pay', { rail: 'PROVIDER_C', reference: opened.id, wallet: 2 });
    await settle();
    expect(await statusOf(opened)).toBe('SUCCEEDED');
    const [notice] = await sql`
      select status from rail_notices where provider = 'PROVIDER_C' order by received_at desc limit 1`;
    expect(notice?.status).not.toBe('IGNORED');
  });

  it('is told of by its own notices, also where the rail cannot be asked otherwise', async () => {
    const opened = await collect(47_00n, 'PROVIDER_C_CARD');
    await connect('PROVIDER_C_CARD', fieldsOf('PROVIDER_C_CARD', second()));
    await control('pay', { rail: 'PROVIDER_C_CARD', reference: opened.id });
    await settle(2);
    expect(await statusOf(opened)).toBe('SUCCEEDED');
  });
});

describe('another key of the same wallet', () => {
  it.each(rails)('goes on with what was begun, by the same connection (%s)', async (provider) => {
    await collectBySecond(provider);
    await control('misbehave', { rail: provider, operation: 'payout', kind: 'pending', times: 1, wallet: 2 });
    const sent = await payOut(48_00n, provider);
    const before = await connectedId(provider);
    const rotated = await rotate(provider);
    await connect(provider, rotated, true);
    expect(await connectedId(provider)).toBe(before);
    const reference = provider === 'PROVIDER_A' ? localOf(sent.mobile) : sent.id;
    await control('payout-end', { rail: provider, reference, state: 'paid', wallet: 2 });
    await settle();
    expect([await statusOf(sent), await paidByWallets(sent)]).toEqual(['SUCCEEDED', [0, 1]]);
    const [line] =
      await sql`select after from audit_log where action = 'rail.connected' order by id desc limit 1`;
    expect(line?.after).toMatchObject({ wallet: 'same' });
  });

  it('also opens the wallets before it that are the same, and each keeps its id', async () => {
    const fields = await collectBySecond('PROVIDER_W');
    await control('misbehave', {
      rail: 'PROVIDER_W',
      operation: 'payout',
      kind: 'pending',
      times: 2,
      wallet: 2,
    });
    const first = await payOut(49_00n);
    await connect('PROVIDER_W', { ...fields, notice_secrets: `${fields.notice_secrets},another` });
    const other = await payOut(50_00n);
    expect(other.connectionId).not.toBe(first.connectionId);
    await connect('PROVIDER_W', await rotate('PROVIDER_W'), true);
    expect(await connectedId('PROVIDER_W')).toBe(other.connectionId);
    for (const { id } of [first, other]) {
      await control('payout-end', { rail: 'PROVIDER_W', reference: id, state: 'paid', wallet: 2 });
    }
    await settle();
    expect([await statusOf(first), await statusOf(other)]).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    const third = await payOut(51_00n);
    expect([third.connectionId, await statusOf(third)]).toEqual([other.connectionId, 'SUCCEEDED']);
  });

  it.each(['PROVIDER_W', 'PROVIDER_C'])(
    'is not believed where the rail does not know what was paid before (%s)',
    async (provider) => {
      await payOut(52_00n, provider);
      const before = [await connectedId(provider), await versionsOf(provider)];
      const wrong = connect(provider, fieldsOf(provider, second()), true);
      await expect(wrong).rejects.toMatchObject({
        code: 'INVALID_STATE',
        message: expect.stringMatching(/does not know the payout .* say that it is another wallet/),
      });
      const unusable = connect(provider, { ...fieldsOf(provider, second()), api_key: 'nobody’s' }, true);
      await expect(unusable).rejects.toMatchObject({ code: 'INVALID_STATE' });
      expect([await connectedId(provider), await versionsOf(provider)]).toEqual(before);
      expect(await sql`select from rail_connections`).toHaveLength(0);
    },
  );

  it.each([
    ['PROVIDER_A', 'mobile'],
    ['PROVIDER_C_CARD', 'merchant_id'],
  ])('is refused at once where the fields name another wallet (%s: %s)', async (provider, field) => {
    const wrong = connect(provider, fieldsOf(provider, second()), true);
    await expect(wrong).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: `fields.${field}`, code: 'other_wallet' }] },
    });
  });

  it('is a new wallet where nothing was ever paid with the one before', async () => {
    const unpaid = { ...fieldsOf('PROVIDER_W', simulator.settings), notice_secrets: 'unpaid' };
    await connect('PROVIDER_W', unpaid);
    const before = await connectedId('PROVIDER_W');
    await connect('PROVIDER_W', { ...unpaid, notice_secrets: 'unpaid,too' }, true);
    expect(await connectedId('PROVIDER_W')).not.toBe(before);
  });
});

describe('fields that open nothing', () => {
  const secretOf = (provider: string) =>
    ({ PROVIDER_A: 'password', PROVIDER_C_CARD: 'api_password' })[provider] ?? 'api_key';

  it.each([...rails, 'PROVIDER_C_CARD'])(
    'are not taken: a key that the rail does not know, an address where it is not (%s)',
    async (provider) => {
      const good = fieldsOf(provider, second());
      const before = await connectedId(provider);
      for (const wrong of [
        { ...good, [secretOf(provider)]: 'mistyped' },
        { ...good, base_url: `${simulator.url}/nowhere` },
        { ...good, base_url: 'http://127.0.0.1:1' },
      ]) {
        await expect(connect(provider, wrong)).rejects.toMatchObject({
          code: 'INVALID_STATE',
          message: expect.stringMatching(/does not let us in: .*nothing was changed/i),
        });
      }
      expect([await connectedId(provider), await sql`select from rail_connections`]).toEqual([before, []]);
    },
  );

  it('by the time somebody approves them change nothing, and the request stays', async () => {
    const { askForConnection } = await import('#lib/rails/ask-for-connection');
    const { approveConnection, rejectConnection } = await import('#lib/rails/decide-connection');
    const { staffContext } = await import('#e2e/setup/people');
    const before = await connectedId('PROVIDER_W');
    const asked = { fields: fieldsOf('PROVIDER_W', second()) };
    const { request } = await askForConnection(staffContext(), 'PROVIDER_W', asked);
    const decision = { request_id: request?.id ?? '' };
    await rotate('PROVIDER_W');
    const approved = approveConnection(staffContext(), 'PROVIDER_W', decision);
    await expect(approved).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect((await viewOf('PROVIDER_W')).request?.id).toBe(decision.request_id);
    expect(await connectedId('PROVIDER_W')).toBe(before);
    await rejectConnection(staffContext(), 'PROVIDER_W', { ...decision, reason: 'It opens nothing.' });
  });

  it.each(['PROVIDER_W', 'PROVIDER_C'])(
    'of the settings hold up nothing for ever: by the right key of the wallet, what was turned away is paid once (%s)',
    async (provider) => {
      setSettings({ ...second(), [settingName(provider, 'api_key')]: 'mistyped' });
      const sent = [await payOut(54_00n, provider), await payOut(55_00n, provider)] as const;
      await settle(2);
      for (const each of sent) {
        expect([await statusOf(each), (await callsOf(each, 'send'))[0]]).toEqual(['PENDING', 'unknown']);
      }
      await connect(provider, fieldsOf(provider, second()), true);
      await settle();
      for (const each of sent) {
        expect([await statusOf(each), await paidByWallets(each)]).toEqual(['SUCCEEDED', [0, 1]]);
        expect(await casesOf(each)).toEqual([]);
      }
    },
  );

  it('are no excuse for another wallet: what was lost, and not turned away, stays where it was begun', async () => {
    const first = { ...fieldsOf('PROVIDER_W', second()), notice_secrets: 'lost there' };
    await connect('PROVIDER_W', first);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'payout', kind: 'error_500_done', times: 1 });
    const sent = await payOut(56_00n);
    expect([sent.status, await callsOf(sent, 'send')]).toEqual(['PENDING', ['unknown']]);
    await connect('PROVIDER_W', fieldsOf('PROVIDER_W', simulator.settings), true);
    await settle();
    expect([await statusOf(sent), await paidByWallets(sent)]).toEqual(['SUCCEEDED', [0, 1]]);
    expect(await connectionsOf(sent)).toEqual([sent.connectionId]);
  });
});

// Before time is turned back, which no book would bear.
describe('after all of it', () => {
  it('the books are whole', async () => {
    expect(await auditFaults()).toEqual([]);
  });
});

describe('forgetting', () => {
  const isKept = async (id: string | null | undefined) => {
    const [row] =
      await sql`select fields_sealed is not null as kept from rail_connection_versions where id = ${id ?? null}`;
    return row?.kept;
  };
  /** As if everything had been so for long: the versions, the audit lines of their changes and what has ended. */
  const age = async (days: number) => {
    await sql`update rail_connection_versions set made_at = made_at - make_interval(days => ${days})`;
    await withoutGuards(async (tx) => {
      await tx`update audit_log set at = at - make_interval(days => ${days})`;
      await tx`update transactions set completed_at = completed_at - make_interval(days => ${days})`;
    });
  };

  it('takes the fields of what is over, and of nothing else', async () => {
    const fields = { ...fieldsOf('PROVIDER_C', second()), notice_secrets: 'for forgetting' };
    await connect('PROVIDER_C', fields);
    await control('misbehave', { rail: 'PROVIDER_C', operation: 'payout', kind: 'pending', times: 1 });
    const sent = await payOut(53_00n, 'PROVIDER_C');
    expect(await paidByWallets(sent)).toEqual([0, 0]);
    await disconnectRail('PROVIDER_C');
    const first = await connectedId('PROVIDER_C');

    await kit.forgetDrainedConnections();
    expect(await isKept(sent.connectionId)).toBe(true);
    await age(5);
    await kit.forgetDrainedConnections();
    expect([await isKept(sent.connectionId), await isKept(first)]).toEqual([true, true]);

    await control('payout-end', { rail: 'PROVIDER_C', reference: sent.id, state: 'paid', wallet: 2 });
    await settle();
    expect(await statusOf(sent)).toBe('SUCCEEDED');
    await sql`delete from rail_operations where transaction_id = ${sent.id}`;
    // A reversal may still be asked for.
    await age(3);
    await kit.forgetDrainedConnections();
    expect(await isKept(sent.connectionId)).toBe(true);
    // Somebody who changes a connection may have a process that has not seen it yet.
    await age(2);
    await connect('PROVIDER_C', { ...fields, notice_secrets: 'one more' });
    await kit.forgetDrainedConnections();
    expect(await isKept(sent.connectionId)).toBe(true);
    await age(1);
    expect(await kit.forgetDrainedConnections()).toBeGreaterThan(0);
    expect([await isKept(sent.connectionId), await isKept(await connectedId('PROVIDER_C'))]).toEqual([
      false,
      true,
    ]);
    // Set again, it is what it was.
    await connect('PROVIDER_C', fields);
    expect(await connectedId('PROVIDER_C')).toBe(sent.connectionId);
    expect(await isKept(sent.connectionId)).toBe(true);
  });

  it('keeps what another process still has connected', async () => {
    setSettings(second());
    const id = await connectedId('PROVIDER_W');
    await sql`update rail_connection_versions set fields_sealed = null where id = ${id ?? null}`;
    kit.forgetConnections();
    expect([await connectedId('PROVIDER_W'), await isKept(id)]).toEqual([id, true]);
  });
});

/** Connects the second wallet and lets it be known by a payment. */
async function collectBySecond(provider: string): Promise<Record<string, string>> {
  const fields = fieldsOf(provider, second());
  await connect(provider, fields);
  expect(await statusOf(await payOut(40_00n, provider))).toBe('SUCCEEDED');
  return fields;
}

let keys = 0;

/** The second wallet of a rail is given another key by the rail; the one before opens nothing any more. */
async function rotate(provider: string): Promise<Record<string, string>> {
  const field = provider === 'PROVIDER_A' ? 'password' : 'api_key';
  const key = `another key ${++keys}`;
  await control('key', { rail: provider, key, wallet: 2 });
  second()[settingName(provider, field)] = key;
  return fieldsOf(provider, second());
}

const versionsOf = (provider: string) =>
  sql`select id, mark, fields_sealed from rail_connection_versions where provider = ${provider} order by id`;
