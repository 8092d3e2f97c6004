import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sqlClient } from '#db/client';
import { newClient, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { presentCollection } from '#lib/collections/present-collection';
import { type Context, systemContext } from '#lib/context';
import { socketFacts } from '#lib/http/peer';
import { newId } from '#lib/ids';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { changeFace, faceChange } from '#lib/rails/change-face';
import { logoRoute } from '#lib/rails/face-routes';
import {
  defaultFace,
  forgetRailFaces,
  listRailFaces,
  railName,
  refreshRailFaces,
} from '#lib/rails/rail-faces';
import { eventQuery, listEvents } from '#lib/webhooks/log';

const LOGO = '<svg viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#0a0"/></svg>';
let database: TestDatabase;
let client: Context['client'];

beforeAll(async () => {
  database = await createTestDatabase();
  client = await newClient();
});
afterEach(async () => {
  await superuserSql()`truncate rail_faces`;
  forgetRailFaces();
  await refreshRailFaces();
});
afterAll(() => database.drop());

const change = (provider: string, body: Record<string, unknown>, ctx = staffContext()) =>
  changeFace(ctx, provider, faceChange.parse({ colour: '#123456', ...body }));

async function collect() {
  const ctx = systemContext(client, 'SANDBOX');
  return initiateCollection(ctx, {
    amount: 150_00n,
    currency: 'GMD',
    client_reference: newId(),
    provider: 'PROVIDER_W',
    metadata: {},
  });
}

async function getLogo(query: string, provider = 'PROVIDER_W') {
  const request = new Request(`http://localhost:3000/rail-faces/${provider}/logo.svg${query}`);
  return socketFacts.run({ address: '127.0.0.1', encrypted: false }, () =>
    logoRoute(request, { params: Promise.resolve({ provider }) }),
  );
}

describe('the name of a rail', () => {
  test('is a word for people before anybody set one', async () => {
    expect((await listRailFaces()).map(({ name, logo }) => [name, logo])).toEqual([
      ['Wallet W', null],
      ['Wallet A', null],
      ['Wallet C', null],
      ['Card', null],
    ]);
  });

  test('that an admin sets stands in the next answer and the next event, and in no earlier event', async () => {
    const ctx = systemContext(client, 'SANDBOX');
    const { transaction } = await collect();
    await bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
    await change('PROVIDER_W', { name: 'Kora Money' });
    const later = (await collect()).transaction;
    expect(presentCollection(later)).toMatchObject({ provider: 'PROVIDER_W', provider_name: 'Kora Money' });
    await bookCollectionNews(ctx, later, { state: 'SUCCEEDED' });
    const { data } = await listEvents(ctx, eventQuery.parse({}));
    expect(data.slice(0, 2).map((each) => each.data)).toMatchObject([
      { id: later.id, provider_name: 'Kora Money' },
      { id: transaction.id, provider_name: 'Wallet W' },
    ]);
  });

  test('that another process set is known two seconds later, without a query in between', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await refreshRailFaces();
      await sqlClient()`
        insert into rail_faces values ('PROVIDER_A', 'Balafon', '#00aa00', null, now(), 'Ada')`;
      await refreshRailFaces();
      expect(railName('PROVIDER_A')).toBe('Wallet A');
      vi.advanceTimersByTime(2_000);
      await Promise.all([refreshRailFaces(), refreshRailFaces()]);
      expect(railName('PROVIDER_A')).toBe('Balafon');
    } finally {
      vi.useRealTimers();
    }
  });

  test('stays known while the database does not answer, and no request fails for it', async () => {
    await change('PROVIDER_W', { name: 'Kora Money' });
    forgetRailFaces();
    await superuserSql()`alter table rail_faces rename to rail_faces_away`;
    try {
      await expect(refreshRailFaces()).resolves.toBeUndefined();
      expect(railName('PROVIDER_W')).toBe('Kora Money');
    } finally {
      await superuserSql()`alter table rail_faces_away rename to rail_faces`;
    }
  });

  test('is nobody else’s: not as it is, not as it would be by default, not as a value, in whatever letters', async () => {
    await change('PROVIDER_C', { name: 'Balafon' });
    for (const name of ['balafon', 'Wallet A', 'wallet c', 'PROVIDER_A', 'card']) {
      await expect(change('PROVIDER_W', { name }), name).rejects.toMatchObject({
        details: { fields: [{ path: 'name', code: 'name_taken' }] },
      });
    }
    await expect(change('PROVIDER_W', { name: 'Wallet W' })).resolves.toMatchObject({ name: 'Wallet W' });
  });

  test('that two admins give to two rails at once becomes one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const name = `Kora ${round}`;
      const ends = await Promise.allSettled([
        change('PROVIDER_W', { name }),
        change('PROVIDER_A', { name }),
        change('PROVIDER_C', { name }),
      ]);
      expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
      const rows = await sqlClient()`select provider from rail_faces where name = ${name}`;
      expect(rows).toHaveLength(1);
    }
  });

  test('and who set it, and what it was before, stand in the audit log', async () => {
    const admin = staffContext();
    await change('PROVIDER_W', { name: 'Kora Money', logo: LOGO }, admin);
    const [line] = await sqlClient()`
      select user_name, subject_id, before, after from audit_log where action = 'rail.face_changed'
      order by id desc limit 1`;
    expect(line).toEqual({
      user_name: admin.user.name,
      subject_id: 'PROVIDER_W',
      before: { name: 'Wallet W', colour: defaultFace('PROVIDER_W').colour, logo: null },
      after: { name: 'Kora Money', colour: '#123456', logo: true },
    });
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ name: 'Kora\u200bMoney' }, 'name'],
    [{ name: 'Kora', colour: 'red' }, 'colour'],
    [{ name: 'Kora', colour: '#12345g' }, 'colour'],
    [{ name: 'Kora', logo: '<svg viewBox="0 0 1 1"><script/></svg>' }, 'logo'],
    [{ name: 'Kora', logo: 7 }, 'logo'],
  ])('%j is refused', (body, path) => {
    const { error } = faceChange.safeParse({ colour: '#123456', ...body });
    expect(error?.issues[0]?.path).toEqual([path]);
  });

  test('of what is no rail cannot be set', async () => {
    await expect(change('PROVIDER_X', { name: 'Kora' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a logo', () => {
  test('is served as a drawing that can neither run nor load, for ever under its own address', async () => {
    const { logo } = await change('PROVIDER_W', { name: 'Kora', logo: LOGO });
    const response = await getLogo(new URL(logo ?? '', 'http://x').search);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#0a0"/></svg>',
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  test('stays where a change leaves it out, has another address when it is another, and goes when it is null', async () => {
    const first = await change('PROVIDER_W', { name: 'Kora', logo: LOGO });
    expect(await change('PROVIDER_W', { name: 'Kora 2' })).toMatchObject({ logo: first.logo });
    const second = await change('PROVIDER_W', { name: 'Kora', logo: LOGO.replace('#0a0', '#a00') });
    expect(second.logo).not.toBe(first.logo);
    const old = await getLogo(new URL(first.logo ?? '', 'http://x').search);
    expect(await old.text()).toContain('#a00');
    expect(old.headers.get('cache-control')).toBe('public, max-age=60');
    expect(await change('PROVIDER_W', { name: 'Kora', logo: null })).toMatchObject({ logo: null });
    expect((await getLogo('')).status).toBe(404);
  });

  test.each(['PROVIDER_A', 'PROVIDER_X', '__proto__', '../W'])('of %s is not there', async (provider) => {
    expect((await getLogo('', encodeURIComponent(provider))).status).toBe(404);
  });
});
