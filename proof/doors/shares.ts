/** Ways around the shares: waiting, streaming, colleagues, posters, doors without a key; and work that costs much CPU. */
import { randomUUID } from 'node:crypto';
import { colleague, fresh } from './dashboards.ts';
import { beside, calling, fair, greedy, times } from './fairness.ts';
import { type Answer, counts, type Send, send } from './http.ts';
import { begin, type Finding, note, sleep } from './score.ts';
import { byKey, nextAddress, type Person, type Stage } from './stage.ts';

/** After `fairness`, which has found out how long the quiet house takes. */
export async function shares(stage: Stage, viewer: Person) {
  if (!begin('fairness')) {
    return;
  }
  await clock(stage);
  await exporting(stage, viewer);
  await colleagues(stage, viewer);
  await posters(stage);
  await openDoors(stage);
  await costly(stage);
}

const noServerFault = (answers: Answer[]): Finding => [
  answers.every(({ status }) => status < 500),
  `expected no 5xx, seen ${counts(answers)}`,
];

async function clock({ base, greedy: one, owners, ...rest }: Stage) {
  const stage = { base, greedy: one, owners, ...rest };
  const path = '/api/v1/sandbox/advance';
  await fair('205 at once move the clock of one sandbox', async () => {
    const move = () => byKey(base, one.keys.test, 'POST', path, { seconds: 1 }, { timeoutMs: 60_000 });
    const { result, findings } = await beside(stage, () => times(205, move));
    return [...findings, ...greedy(result)];
  });
  await fair('the same from the dashboard, while a key moves it, by callers who hang up', async () => {
    const owner = owners[0] as Person;
    const work = async () => {
      const moved = byKey(base, one.keys.test, 'POST', path, { seconds: 86_400 }, { timeoutMs: 60_000 });
      const gone = times(150, () =>
        owner.post('/sandbox/advance?environment=SANDBOX', { seconds: 1 }, { timeoutMs: 400 }),
      );
      await Promise.all([moved, gone]);
      return byKey(base, one.keys.test, 'POST', path, { seconds: 1 }, { timeoutMs: 60_000 });
    };
    const { result, findings } = await beside(stage, work);
    return [...findings, [result.status === 200, `afterwards the clock moves: ${result.status}`]];
  });
}

async function exporting(stage: Stage, viewer: Person) {
  await fair('80 exports and statements at once by a viewer', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const files = [
      '/transactions/export?environment=SANDBOX',
      `/statement/export?environment=SANDBOX&from=${today}&to=${today}&format=csv`,
    ];
    const { result, findings } = await beside(stage, () =>
      times(80, (index) => viewer.get(files[index % files.length] ?? '/session', { timeoutMs: 40_000 })),
    );
    return [...findings, noServerFault(result)];
  });
}

/** Each person more was a share more. */
async function colleagues(stage: Stage, viewer: Person) {
  const owner = stage.owners[0] as Person;
  const people = [viewer];
  for (let made = 0; made < 4; made += 1) {
    people.push(await colleague(stage, owner, 'viewer'));
  }
  await fair('five people of one client ask for pages and searches, a hundred each', async () => {
    const asked = [
      '/dashboard',
      '/transactions?environment=SANDBOX&q=e&limit=100',
      '/dashboard/transactions',
    ];
    const { result, findings } = await beside(stage, async () => {
      const all = people.map((person) =>
        times(100, (index) => person.get(asked[index % asked.length] ?? '/', { timeoutMs: 40_000 })),
      );
      return (await Promise.all(all)).flat();
    });
    return [...findings, noServerFault(result)];
  });
  await fair('a cookie that has ended, 600 times, leaves its owner alone', async () => {
    const before = { cookie: viewer.cookie, from: nextAddress() };
    await fresh(viewer);
    const call = {
      path: '/api/dashboard/session',
      options: { headers: { cookie: viewer.cookie }, from: viewer.from },
    };
    const stolen = () =>
      send(stage.base, call.path, { headers: { cookie: before.cookie }, from: before.from });
    const { result, findings } = await beside(stage, () => times(600, stolen), call);
    return [...findings, ...greedy(result, [401, 429])];
  });
}

const form = (fields: Record<string, string>, from: string): Send => ({
  method: 'POST',
  raw: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  from,
  timeoutMs: 12_000,
});

async function posters(stage: Stage) {
  const { base, greedy: one } = stage;
  const made = await byKey(base, one.keys.live, 'POST', '/api/v1/payment-links', {
    title: 'A poster on the wall',
    amount: '77.77',
    providers: ['PROVIDER_W'],
  });
  const path = `/pay/${made.json.data?.code}`;
  const own = calling(one.keys.live, nextAddress(), {
    amount: '200.00',
    currency: 'GMD',
    client_reference: '',
    success_url: 'https://example.com/a',
    error_url: 'https://example.com/b',
  });
  for (const [title, addresses] of [
    ['one address', 1],
    ['thirty addresses', 30],
  ] as const) {
    await fair(`150 payers without cookies at a poster, from ${title}, at a rail that is slow`, async () => {
      stage.mock.lie({ op: 'w.open', subject: '77.77', times: 1e9, delayMs: 7_000 });
      const from = Array.from({ length: addresses }, nextAddress);
      const pay = (index: number) =>
        send(base, path, form({ provider: 'PROVIDER_W' }, from[index % addresses] ?? ''));
      const { result, findings } = await beside(stage, () => times(150, pay), own, 6_000);
      stage.mock.honest('77.77');
      return [
        [made.status === 200, `link ${made.status}`],
        ...findings,
        [
          result.every(({ status }) => status !== 500) && result.some(({ status }) => status === 303),
          `the payers ${counts(result)}`,
        ],
      ];
    });
    await sleep(6_000);
  }
  await fair('400 drawings of a poster’s code from one address, beside another client', async () => {
    const from = nextAddress();
    const { result, findings } = await beside(stage, () =>
      times(400, (index) => send(base, `${path}/qr.${index % 2 ? 'png' : 'svg'}`, { from })),
    );
    return [...findings, noServerFault(result)];
  });
}

/** What asks for no key and no session. */
async function openDoors(stage: Stage) {
  const { base } = stage;
  await fair('1,500 forged notices, and 1,500 looks at readiness', async () => {
    const from = nextAddress();
    const body = { id: randomUUID(), status: 'succeeded', amount: '1.00' };
    const forged = () => send(base, '/rails/PROVIDER_W/notify', { method: 'POST', body, from });
    const ready = () => send(base, '/readyz', { from });
    const { result, findings } = await beside(stage, () =>
      times(3_000, (index) => (index % 2 ? forged() : ready())),
    );
    const refused = result.filter(({ status }) => status === 429).length;
    return [
      ...findings,
      [
        result.every(({ status }) => [200, 401, 429].includes(status)) && refused > 0,
        `expected 200, 401 and some 429, seen ${counts(result)}`,
      ],
    ];
  });
  await fair('600 pages of payments that are nowhere, from one address', async () => {
    const from = nextAddress();
    const { result, findings } = await beside(stage, () =>
      times(600, () => send(base, `/checkout/${randomUUID()}`, { from })),
    );
    const told = result.filter(({ status }) => status === 429).length;
    return [...findings, noServerFault(result), [told > 0, `429×${told}`]];
  });
}

/** What occupies the one thread that answers everybody. */
async function costly(stage: Stage) {
  const { base, greedy: one } = stage;
  const passwords = (index: number, from: string): Send => ({
    method: 'POST',
    body: { email: `nobody${index}@doors.example`, password: 'not the right one 12' },
    from,
  });
  await fair('log-ins of strangers with wrong passwords, 300 at once from sixty addresses', async () => {
    const from = Array.from({ length: 60 }, nextAddress);
    const { result, findings } = await beside(stage, () =>
      times(300, (index) => send(base, '/auth/client/login', passwords(index, from[index % 60] ?? ''))),
    );
    return [...findings, noServerFault(result)];
  });
  const made = await byKey(base, one.keys.test, 'POST', '/api/v1/webhook-endpoints', {
    url: `http://127.0.0.1:${Number(new URL(base).port) + 2}/debug`,
  });
  await fair('200 signatures to be explained, of bodies as long as may be, by one key', async () => {
    const body = JSON.stringify({ a: Array.from({ length: 600 }, (_, each) => ({ [`n${each}`]: each })) });
    const path = `/api/v1/webhook-endpoints/${made.json.data?.id}/debug-signature`;
    const explain = () =>
      byKey(base, one.keys.test, 'POST', path, {
        headers: { 'x-gw-signature': 'a'.repeat(64), 'webhook-id': randomUUID() },
        body,
      });
    const { result, findings } = await beside(stage, () => times(200, explain));
    note(`explaining one takes ${Math.min(...result.map(({ ms }) => ms)).toFixed(0)} ms at best`);
    return [...findings, ...greedy(result, [200, 400, 413, 429])];
  });
}
