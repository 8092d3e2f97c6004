/** One who asks for everything, and what the others notice of it. */
import { randomUUID } from 'node:crypto';
import { Bystander, type Call } from './bystander.ts';
import { type Answer, codeOf, counts, median, percentile, send } from './http.ts';
import { unknownKey } from './keys.ts';
import { attack, begin, type Finding, sleep } from './score.ts';
import { byKey, nextAddress, type Person, type Stage } from './stage.ts';

/** What a bystander may notice, at most: fifteen times the quiet median, or 0.4 s where that is less. */
const SLOWEST = { times: 15, medianMs: 400, p95Ms: 1_500 };

let quiet = 0;

const CALL = '/api/v1/client/balance';
const balance = (stage: Stage, key: string, from?: string) =>
  byKey(stage.base, key, 'GET', CALL, undefined, from ? { from } : {});
export const calling = (key: string, from = nextAddress(), body?: unknown): Call => ({
  path: body === undefined ? CALL : '/api/v1/collections/initiate',
  options: {
    headers: { authorization: `Bearer ${key}` },
    from,
    ...(body === undefined ? {} : { method: 'POST', body }),
  },
});

/** What another one sees while the work lasts, and for at least so long: a call every 60 ms, answered or not. */
export async function beside<T>(
  stage: Stage,
  work: () => Promise<T>,
  call = calling(stage.victim.keys.live),
  atLeastMs = 2_500,
): Promise<{ result: T; findings: Finding[] }> {
  await calm(stage);
  const other = new Bystander(stage.base, call);
  await sleep(300);
  const [result] = await Promise.all([work(), sleep(atLeastMs)]);
  const seen = await other.stop();
  const waits = seen.map(({ ms }) => ms);
  const [middle, late] = [median(waits), percentile(waits, 0.95)];
  const most = Math.max(SLOWEST.medianMs, quiet * SLOWEST.times);
  const good = seen.length > 10 && seen.every(({ status }) => status === 200);
  return {
    result,
    findings: [
      [good, `expected 200 for everybody else, seen ${counts(seen)}`],
      [
        middle <= most && late <= SLOWEST.p95Ms,
        `they waited ${middle.toFixed(0)} ms (p95 ${late.toFixed(0)}; quiet ${quiet.toFixed(0)})`,
      ],
    ],
  };
}

/** As `attack`; where nothing but the waiting was too long, it is tried once more: others use this machine as well. */
export const fair = (name: string, work: () => Promise<Finding[]>) =>
  attack(name, async () => {
    const first = await work();
    const wrong = first.filter(([good]) => !good);
    return wrong.length > 0 && wrong.every(([, says]) => says.startsWith('they waited')) ? work() : first;
  });

/** Waits until what the attack before has left is worked off, for 40 s at most. */
async function calm(stage: Stage) {
  const from = nextAddress();
  for (const end = Date.now() + 40_000; Date.now() < end; ) {
    const { ms, status } = await balance(stage, stage.victim.keys.live, from);
    if (status === 200 && ms < Math.max(60, quiet * 5)) {
      return;
    }
    await sleep(300);
  }
}

/** What the greedy one may be told: served, refused by its own limits, or what the request deserves; never 503. */
export function greedy(answers: Answer[], allowed: number[] = [200, 429]): Finding[] {
  const refused = answers.filter(({ status }) => status === 429);
  const odd = refused.filter(
    (answer) => codeOf(answer) !== 'RATE_LIMITED' || !(Number(answer.headers['retry-after']) >= 1),
  );
  const limits = [...new Set(refused.map(({ json }) => String(json.error?.details?.limit ?? 'rate')))];
  return [
    [
      answers.every(({ status }) => allowed.includes(status)),
      `the greedy one expected ${allowed.join('/')}, seen ${counts(answers)}`,
    ],
    [
      odd.length === 0,
      odd.length > 0
        ? `${odd.length} of 429 without RATE_LIMITED or Retry-After, such as ${odd[0]?.text.slice(0, 90)}`
        : `429 by ${limits.join(', ') || 'nothing'}`,
    ],
  ];
}

export const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

export async function fairness(stage: Stage, viewer: Person, other: Person) {
  if (!begin('fairness')) {
    return;
  }
  const { base, greedy: one, victim } = stage;
  const calm: number[] = [];
  for (let asked = 0; asked < 30; asked += 1) {
    calm.push((await balance(stage, victim.keys.live)).ms);
  }
  quiet = median(calm);
  await testDeliveries(stage);
  await bursts(stage);
  await expensive(stage, viewer, other);
  await strangers(stage);
  await fair('a hundred event streams of one account leave the others alone', async () => {
    const streams = () =>
      times(100, () =>
        byKey(base, one.keys.test, 'GET', '/api/v1/events/stream', undefined, { timeoutMs: 2_500 }),
      );
    const { result, findings } = await beside(stage, streams);
    const open = result.filter(({ status }) => status === 0).length;
    return [...findings, [open <= 8, `expected a few streams open, seen ${open} and ${counts(result)}`]];
  });
}

async function testDeliveries(stage: Stage) {
  const { base, greedy: one, victim, silent } = stage;
  const made = await byKey(base, one.keys.test, 'POST', '/api/v1/webhook-endpoints', {
    url: silentUrl(stage),
  });
  const path = `/api/v1/webhook-endpoints/${made.json.data?.id}/test`;
  const test = (headers: Record<string, string>) =>
    byKey(base, one.keys.test, 'POST', path, {}, { headers, timeoutMs: 14_000 });
  const variants: [string, (index: number) => Record<string, string>][] = [
    ['with one Idempotency-Key', () => ({ 'idempotency-key': 'the-same-for-all' })],
    ['with a key each', (index) => ({ 'idempotency-key': `${index}-${randomUUID()}` })],
    ['with five keys', (index) => ({ 'idempotency-key': `five-${index % 5}-${one.id}` })],
  ];
  for (const [title, headers] of variants) {
    await fair(`205 test deliveries at once ${title}, to a server that never answers`, async () => {
      const { result, findings } = await beside(
        stage,
        async () => {
          const all = times(205, (index) => test(headers(index)));
          await sleep(5_000);
          silent.hangUp();
          return all;
        },
        calling(victim.keys.live),
        5_000,
      );
      return [
        [made.status === 200, `endpoint ${made.status}`],
        ...findings,
        ...greedy(
          result.filter(({ status }) => status !== 0),
          [200, 422, 429],
        ),
      ];
    });
    await sleep(2_500);
  }
}

const silentUrl = (stage: Stage) => `http://127.0.0.1:${Number(new URL(stage.base).port) + 2}/hook`;

async function bursts(stage: Stage) {
  const { base, greedy: one, victim } = stage;
  await fair('a burst of 200 within the rate is served', async () => {
    await sleep(3_000);
    const answers = await times(200, () => balance(stage, one.keys.test));
    return [[answers.every(({ status }) => status === 200), `expected 200×200, seen ${counts(answers)}`]];
  });
  await fair('1,500 requests at once by one key', async () => {
    const { result, findings } = await beside(stage, () => times(1_500, () => balance(stage, one.keys.test)));
    return [...findings, ...greedy(result)];
  });
  await fair('the same flood does not reach the live key of the same client', async () => {
    const { result, findings } = await beside(
      stage,
      () => times(1_500, () => balance(stage, one.keys.test)),
      calling(one.keys.live),
    );
    return [...findings, ...greedy(result)];
  });
  await fair('400 payouts at once out of one balance', async () => {
    const pay = () =>
      byKey(base, one.keys.test, 'POST', '/api/v1/payouts/initiate', {
        amount: '1.00',
        currency: 'GMD',
        recipient_mobile: '+2203456789',
        client_reference: randomUUID(),
      });
    const { result, findings } = await beside(stage, () => times(400, pay));
    return [...findings, ...greedy(result, [200, 422, 429])];
  });
  await fair('300 equal collections at once with one Idempotency-Key', async () => {
    const body = { amount: '200.00', currency: 'GMD', client_reference: randomUUID() };
    const headers = { 'idempotency-key': randomUUID() };
    const { result, findings } = await beside(stage, () =>
      times(300, () => byKey(base, one.keys.test, 'POST', '/api/v1/collections/initiate', body, { headers })),
    );
    const ids = new Set(
      result.filter(({ status }) => status === 200).map(({ json }) => json.data.transaction_id),
    );
    return [...findings, ...greedy(result), [ids.size <= 1, `${ids.size} collection`]];
  });
  await fair('180 live collections at a rail that is slow for one client leave it to another', async () => {
    stage.mock.lie({ op: 'w.open', subject: '77.77', times: 1e9, delayMs: 7_000 });
    const body = (amount: string, reference: string) => ({
      amount,
      currency: 'GMD',
      client_reference: reference,
      success_url: 'https://example.com/a',
      error_url: 'https://example.com/b',
    });
    const path = '/api/v1/collections/initiate';
    const { result, findings } = await beside(
      stage,
      () => times(180, () => byKey(base, one.keys.live, 'POST', path, body('77.77', randomUUID()))),
      calling(victim.keys.live, nextAddress(), body('200.00', '')),
      4_000,
    );
    stage.mock.honest('77.77');
    return [...findings, [result.every(({ status }) => status !== 500), `greedy ${counts(result)}`]];
  });
}

async function expensive(stage: Stage, viewer: Person, other: Person) {
  const { base, greedy: one } = stage;
  const reads: [string, string][] = [
    ['page=2999', '/api/v1/client/transactions?page=2999&limit=100'],
    ['a rare status', '/api/v1/client/transactions?status=REVERSED&limit=100'],
    ['the ledger', '/api/v1/client/ledger?limit=100'],
    ['a reference that is nowhere', '/api/v1/client/transactions?reference=nobody-has-this-one'],
  ];
  await fair('600 expensive reads at once by one key', async () => {
    const { result, findings } = await beside(stage, () =>
      times(600, (index) => byKey(base, one.keys.test, 'GET', reads[index % reads.length]?.[1] ?? '/')),
    );
    return [...findings, ...greedy(result)];
  });
  const list = '/transactions?environment=SANDBOX';
  const pages = [
    `${list}&q=e&page=2999&limit=100`,
    `${list}&q=order&limit=100`,
    `${list}&page=2999&limit=100`,
    `${list}&status=REVERSED&limit=100`,
    '/transactions/export?environment=SANDBOX',
    `${list}&q=${encodeURIComponent('7 1 2')}`,
  ];
  for (const [title, call] of [
    ['another client', calling(stage.victim.keys.live)],
    [
      'another person',
      { path: '/api/dashboard/session', options: { headers: { cookie: other.cookie }, from: other.from } },
    ],
  ] as const) {
    await fair(`600 searches and exports at once by one session, beside ${title}`, async () => {
      const { result, findings } = await beside(
        stage,
        () => times(600, (index) => viewer.get(pages[index % pages.length] ?? '/session')),
        call,
      );
      const told = result.filter(({ status }) => status === 429);
      return [...findings, ...greedy(result, [200, 400, 404, 429]), [told.length > 0, `429×${told.length}`]];
    });
    await sleep(1_500);
  }
}

async function strangers(stage: Stage) {
  const { base, victim } = stage;
  const letters = encodeURIComponent(
    'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(3).slice(0, 100).split('').join(' '),
  );
  const searches: [string, string][] = [
    ['a hundred one-letter words', letters],
    ['two thousand one-letter words', encodeURIComponent('a e i o '.repeat(500))],
    ['a word of 4,000 letters', 'x'.repeat(4_000)],
    [
      'words that are nearly right',
      encodeURIComponent('colections payuots webhok sandbx idempotncy '.repeat(8)),
    ],
  ];
  await fair('one anonymous search costs little, whatever is searched for', async () => {
    const slow: string[] = [];
    for (const [title, words] of searches) {
      const costs: number[] = [];
      for (let asked = 0; asked < 6; asked += 1) {
        costs.push((await send(base, `/docs/search?q=${words}`, { from: nextAddress() })).ms);
      }
      slow.push(...(Math.min(...costs) < 40 ? [] : [`${title} ${Math.min(...costs).toFixed(0)} ms`]));
    }
    return [[slow.length === 0, `expected less than 40 ms at best, seen ${slow.join(', ') || 'so'}`]];
  });
  for (const [title, senders] of [
    ['one address', 1],
    ['sixty addresses', 60],
  ] as const) {
    await fair(`120 such searches at once from ${title}`, async () => {
      const from = Array.from({ length: senders }, nextAddress);
      const { result, findings } = await beside(stage, () =>
        times(120, (index) =>
          send(base, `/docs/search?q=${letters}`, { from: from[index % senders] ?? '', timeoutMs: 10_000 }),
        ),
      );
      return [...findings, [result.every(({ status }) => status !== 503), `strangers ${counts(result)}`]];
    });
  }
  await fair('2,000 unknown keys from one address are limited, and stop nobody who shares it', async () => {
    const from = nextAddress();
    const { result, findings } = await beside(
      stage,
      () =>
        times(2_000, () =>
          byKey(base, unknownKey('live'), 'GET', '/api/v1/client/balance', undefined, { from }),
        ),
      calling(victim.keys.live, from),
    );
    const told = result.filter(({ status }) => status === 429).length;
    return [...findings, ...greedy(result, [401, 429]), [told > 0, `429×${told}`]];
  });
  await fair('a flood of pages from one address, beside another one', async () => {
    const from = nextAddress();
    const mine = nextAddress();
    const pages = [
      '/login',
      '/docs',
      '/',
      '/docs/guides/webhooks',
      '/pay/AAAAAAAAAA',
      '/admin/login',
      '/nowhere',
    ];
    const { result, findings } = await beside(
      stage,
      () => times(500, (index) => send(base, pages[index % pages.length] ?? '/', { from })),
      { path: '/login', options: { from: mine } },
    );
    return [
      ...findings,
      [result.every(({ status }) => status !== 503), `expected no 503, seen ${counts(result)}`],
    ];
  });
  await fair('log-ins of a stranger with 400 wrong passwords at once', async () => {
    const from = nextAddress();
    const guess = (index: number) =>
      send(base, '/auth/client/login', {
        method: 'POST',
        body: { email: `nobody${index}@doors.example`, password: 'not the right one 12' },
        from,
      });
    const { result, findings } = await beside(stage, () => times(400, guess));
    return [...findings, ...greedy(result, [401, 429])];
  });
}
