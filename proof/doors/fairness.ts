/** One who asks for everything, and what the others notice of it. */
import { randomUUID } from 'node:crypto';
import { type Answer, codeOf, counts, median, percentile, send } from './http.ts';
import { unknownKey } from './keys.ts';
import { attack, begin, type Finding, sleep } from './score.ts';
import { byKey, nextAddress, type Person, type Stage } from './stage.ts';

/** What a bystander may notice, at most: fifteen times the quiet median, or 0.4 s where that is less. */
const SLOWEST = { times: 15, medianMs: 400, p95Ms: 1_500 };

let quiet = 0;

const balance = (stage: Stage, key: string, from?: string) =>
  byKey(stage.base, key, 'GET', '/api/v1/client/balance', undefined, from ? { from } : {});

/** What another client sees while the work lasts, and for at least so long: a call every 60 ms, answered or not. */
async function beside<T>(
  stage: Stage,
  work: () => Promise<T>,
  call = () => balance(stage, stage.victim.keys.live),
  atLeastMs = 2_500,
): Promise<{ result: T; findings: Finding[] }> {
  const calls: Promise<Answer>[] = [];
  let over = false;
  const until = Date.now() + atLeastMs;
  const asking = (async () => {
    while (!over || Date.now() < until) {
      calls.push(call());
      await sleep(60);
    }
  })();
  const result = await work();
  over = true;
  await asking;
  const answers = await Promise.all(calls);
  const times = answers.map(({ ms }) => ms);
  const [middle, late] = [median(times), percentile(times, 0.95)];
  const most = Math.max(SLOWEST.medianMs, quiet * SLOWEST.times);
  return {
    result,
    findings: [
      [
        answers.every(({ status }) => status === 200),
        `expected 200 for everybody else, seen ${counts(answers)}`,
      ],
      [
        middle <= most && late <= SLOWEST.p95Ms,
        `they waited ${middle.toFixed(0)} ms (p95 ${late.toFixed(0)}; quiet ${quiet.toFixed(0)})`,
      ],
    ],
  };
}

/** What the greedy one may be told: served, refused by its own limits, or what the request deserves; never 503. */
function greedy(answers: Answer[], allowed: number[] = [200, 429]): Finding[] {
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

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
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
  await attack('a hundred event streams of one account leave the others alone', async () => {
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
    await attack(`205 test deliveries at once ${title}, to a server that never answers`, async () => {
      const { result, findings } = await beside(
        stage,
        async () => {
          const all = times(205, (index) => test(headers(index)));
          await sleep(5_000);
          silent.hangUp();
          return all;
        },
        () => balance(stage, victim.keys.live),
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
  await attack('a burst of 200 within the rate is served', async () => {
    await sleep(3_000);
    const answers = await times(200, () => balance(stage, one.keys.test));
    return [[answers.every(({ status }) => status === 200), `expected 200×200, seen ${counts(answers)}`]];
  });
  await attack('1,500 requests at once by one key', async () => {
    const { result, findings } = await beside(stage, () => times(1_500, () => balance(stage, one.keys.test)));
    return [...findings, ...greedy(result)];
  });
  await attack('the same flood does not reach the live key of the same client', async () => {
    const { result, findings } = await beside(
      stage,
      () => times(1_500, () => balance(stage, one.keys.test)),
      () => balance(stage, one.keys.live),
    );
    return [...findings, ...greedy(result)];
  });
  await attack('400 payouts at once out of one balance', async () => {
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
  await attack('300 equal collections at once with one Idempotency-Key', async () => {
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
  await attack('64 live payouts to a rail that hangs do not close the rail for another client', async () => {
    stage.mock.lie({ op: 'w.open', subject: '77.77', times: 1e9, delayMs: 9_000, answer: 'cut' });
    const collect = (key: string, amount: string) =>
      byKey(base, key, 'POST', '/api/v1/collections/initiate', {
        amount,
        currency: 'GMD',
        client_reference: randomUUID(),
        success_url: 'https://example.com/a',
        error_url: 'https://example.com/b',
      });
    const { result, findings } = await beside(
      stage,
      () => times(180, () => collect(one.keys.live, '77.77')),
      () => collect(victim.keys.live, '31.00'),
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
  await attack('600 expensive reads at once by one key', async () => {
    const { result, findings } = await beside(stage, () =>
      times(600, (index) => byKey(base, one.keys.test, 'GET', reads[index % reads.length]?.[1] ?? '/')),
    );
    return [...findings, ...greedy(result)];
  });
  const pages = [
    '/sandbox/transactions?q=e&page=2999&limit=100',
    '/sandbox/transactions?q=order&limit=100',
    '/sandbox/transactions?q=7&limit=100',
    '/sandbox/transactions/export?format=csv',
    '/sandbox/transactions.csv',
    '/live/transactions?q=a&limit=100',
  ];
  for (const [title, call] of [
    ['another client', () => balance(stage, stage.victim.keys.live)],
    ['another person', () => other.get('/session')],
  ] as const) {
    await attack(`600 searches and exports at once by one session, beside ${title}`, async () => {
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
  await attack('one anonymous search of a hundred one-letter words costs little', async () => {
    const from = nextAddress();
    const costs: number[] = [];
    let last: Answer | undefined;
    for (let asked = 0; asked < 8; asked += 1) {
      last = await send(base, `/docs/search?q=${letters}`, { from });
      costs.push(last.ms);
    }
    return [
      [median(costs) < 40, `expected less than 40 ms, seen ${median(costs).toFixed(0)} ms, ${last?.status}`],
    ];
  });
  for (const [title, senders] of [
    ['one address', 1],
    ['sixty addresses', 60],
  ] as const) {
    await attack(`600 such searches at once from ${title}`, async () => {
      const from = Array.from({ length: senders }, nextAddress);
      const { result, findings } = await beside(stage, () =>
        times(600, (index) => send(base, `/docs/search?q=${letters}`, { from: from[index % senders] ?? '' })),
      );
      return [...findings, [result.every(({ status }) => status !== 503), `strangers ${counts(result)}`]];
    });
  }
  await attack('2,000 unknown keys from one address are limited, and stop nobody who shares it', async () => {
    const from = nextAddress();
    const { result, findings } = await beside(
      stage,
      () =>
        times(2_000, () =>
          byKey(base, unknownKey('live'), 'GET', '/api/v1/client/balance', undefined, { from }),
        ),
      () => balance(stage, victim.keys.live, from),
    );
    const told = result.filter(({ status }) => status === 429).length;
    return [...findings, ...greedy(result, [401, 429]), [told > 0, `429×${told}`]];
  });
  await attack('a flood of pages from one address, beside another one', async () => {
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
      () => send(base, '/login', { from: mine }),
    );
    return [
      ...findings,
      [result.every(({ status }) => status !== 503), `expected no 503, seen ${counts(result)}`],
    ];
  });
  await attack('log-ins of a stranger with 400 wrong passwords at once', async () => {
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
