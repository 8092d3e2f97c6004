import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { sqlClient } from '#db/client';
import { isLongRun } from '#e2e/setup/is-long-run';
import { superuserSql } from '#e2e/setup/test-database';
import { createApiKey, createClient } from '#lib/clients/create-client';
import { exampleOf, RECORDED_FILE, type Recorded, requestOf, valueAt } from '#lib/docs/answers';
import { examples } from '#lib/docs/examples';
import { type Language, languages, snippet } from '#lib/docs/snippets';
import { operations } from '#lib/openapi/operations';
import { newAccount, startReceiver, until } from './support.ts';

// Everything that the documentation shows as an answer was answered here: each example is run as printed, in each
// language, by an account of its own. `npm run docs:examples` writes docs/examples.json anew; here it must not differ.

const folder = mkdtempSync(path.join(tmpdir(), 'kaira-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * What a reader must have installed, and a program of the language that runs one file after the other, for a start of
 * each would cost more than all that it does: the files whose names it is told, a line each. What a file prints ends
 * with a zero byte.
 */
const runners: Record<Language, { file: string; command: string[]; has: string[] }> = {
  // The body alone is printed; the status is asked for beside it.
  curl: {
    file: 'x.sh',
    command: [
      'bash',
      '-c',
      'curl() { command curl -sS -w " %{http_code}" "$@" < /dev/null; }; while read -r file; do . "$file"; printf "\\0"; done',
    ],
    has: ['curl', '--version'],
  },
  TypeScript: {
    file: 'x.ts',
    command: [
      process.execPath,
      '--input-type=module',
      '-e',
      `import { pathToFileURL } from 'node:url';
      let count = 0;
      for await (const file of (await import('node:readline')).createInterface(process.stdin)) {
        await import(pathToFileURL(file) + '?' + ++count);
        process.stdout.write('\\0');
      }`,
    ],
    has: [process.execPath, '--version'],
  },
  Python: {
    file: 'x.py',
    command: [
      'python3',
      '-c',
      `import sys
for line in sys.stdin:
    exec(open(line.strip()).read(), {'__name__': '__main__'})
    print(end='\\0', flush=True)`,
    ],
    has: ['python3', '-c', 'import requests'],
  },
  PHP: {
    file: 'x.php',
    command: [
      'php',
      '-r',
      'function run($file) { include $file; } while ($line = fgets(STDIN)) { run(trim($line)); echo "\\0"; }',
    ],
    has: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  },
};

let first: Recorded | undefined;

describe.each(languages)('%s', (language) => {
  const [program = '', ...words] = runners[language].has;
  const isHere = spawnSync(program, words, { stdio: 'ignore' }).status === 0;

  // Each day the first alone, which says what is shown: the others ask the same of the same server.
  const isLeftOut = !isHere || (language !== languages[0] && !isLongRun);
  test.skipIf(isLeftOut)(
    isHere ? 'every example is answered as the documentation shows' : `${program} is not on this machine`,
    async () => {
      const answered = await runAll(language);
      // The first language says what is shown, and writes the file where it is written anew; the others must agree.
      first ??= answered;
      await expect(`${JSON.stringify(first, null, 2)}\n`).toMatchFileSnapshot(path.resolve(RECORDED_FILE));
      expect(answered).toEqual(first);
    },
    180_000,
  );

  test.skipIf(!isHere)('what the language makes special in a text arrives as that text', async () => {
    const { key } = await newAccount();
    const metadata = { note: `it's "50%" of $5, \\n {x} \`y\` \${z} #{w} Ñ 🙂` };
    const body = { amount: '20.00', currency: 'GMD', client_reference: 'order-1', metadata };
    const request = { method: 'POST', path: '/api/v1/collections/initiate', body };
    using caller = startCaller(language, key);
    const answer = await caller.call(snippet(language, request));
    expect(answer).toMatchObject({ status: 200, body: { data: { metadata } } });
  });
});

/** What is sealed is of its minute: no answer stays the same. The guide of seals has its own example, which a test runs. */
const ofItsMinute = ['GET /api/v1/seals', 'GET /api/v1/seals/{id}/proof'];

test('every operation that an API key may call has an example', () => {
  const shown = Object.entries(operations)
    .filter(([, { access, answerType }]) => access === undefined && answerType === undefined)
    .map(([route]) => route);
  const without = shown.filter((route) => exampleOf(route) === undefined);
  expect(without).toEqual(ofItsMinute);
  expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
});

async function runAll(language: Language): Promise<Recorded> {
  const receiver = await startReceiver();
  const clientId = await createClient({
    name: 'Kombo Crafts',
    businessPhone: '+2207012345',
    businessEmail: 'owner@kombo.example',
  });
  const key = await createApiKey(clientId, 'SANDBOX');
  using caller = startCaller(language, key);
  const beganAt = Date.now();
  const port = new URL(receiver.url()).port;
  const live: Record<string, { status: number; body: unknown }> = {};
  const answeredAt: Record<string, number> = {};
  try {
    for (const example of examples) {
      if (example.aMinuteLater) await aMinutePasses(clientId);
      live[example.name] = await until(
        `${example.name} is answered as it says`,
        async () => {
          const request = JSON.parse(
            JSON.stringify(requestOf(example, live)).replaceAll('localhost:4000', `127.0.0.1:${port}`),
          );
          const answer = await caller.call(snippet(language, request));
          const isReached = Object.entries(example.until ?? {}).every(
            ([at, value]) => valueAt(answer.body, at) === value,
          );
          if (example.shown) Object.assign((answer.body as { data: object }).data, example.shown);
          return isReached ? answer : undefined;
        },
        20_000,
      );
      answeredAt[example.name] = Date.now();
      expect([example.name, live[example.name]?.status, JSON.stringify(live[example.name]?.body)]).toEqual([
        example.name,
        example.status,
        expect.anything(),
      ]);
    }
    const hooks = await settledHooks(receiver, clientId);
    // However long a language takes, an answer's times are told from when it came.
    const answers = Object.fromEntries(
      Object.entries(live).map(([name, each]) => [name, withShownTimes(each, answeredAt[name] ?? 0)]),
    );
    const webhooks = withShownTimes(hooks, Date.now());
    return normalise({ answers, webhooks }, beganAt, port);
  } finally {
    await receiver.stop();
  }
}

/** Since the last one-time password was sent, in the database's eyes. */
async function aMinutePasses(clientId: string): Promise<void> {
  await superuserSql()`
    update transactions set otp_sent_at = otp_sent_at - interval '61 seconds' where client_id = ${clientId}`;
}

/** By event and reference, the last of each, when all that the client is to be told has come. */
async function settledHooks(
  { hooks }: Awaited<ReturnType<typeof startReceiver>>,
  clientId: string,
): Promise<Record<string, unknown>> {
  await until('nothing is on its way', async () => {
    const [row] = await sqlClient()`
      select exists (select from deliveries where client_id = ${clientId} and status = 'PENDING')
        or exists (select from rail_operations where client_id = ${clientId} and run_at < now() + interval '5 seconds') as any`;
    return row?.any ? undefined : true;
  });
  const named = hooks
    .filter(({ body }) => body?.test !== true)
    .map(
      ({ body }) =>
        [`${body.event} ${body.data?.reference ?? body.transaction?.client_reference}`, body] as const,
    );
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

interface Caller extends Disposable {
  /** Runs a text of the language, which must print the status and the body. */
  call(text: string): Promise<{ status: number; body: unknown }>;
}

/** A process of the language that calls with one key. */
function startCaller(language: Language, key: string): Caller {
  const { file, command } = runners[language];
  const [program = '', ...words] = command;
  const env = {
    PATH: process.env.PATH,
    KAIRA: inject('baseUrl'),
    KAIRA_KEY: key,
  } as unknown as NodeJS.ProcessEnv;
  const child = spawn(program, words, { cwd: folder, env, stdio: 'pipe' });
  const ended = once(child, 'close');
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const isPrinted = async () => {
    while (!printed.endsWith('\0')) await once(child.stdout, 'data', { signal: AbortSignal.timeout(30_000) });
  };
  return {
    async call(text) {
      printed = '';
      writeFileSync(path.join(folder, file), text);
      child.stdin.write(`${path.join(folder, file)}\n`);
      await Promise.race([
        isPrinted(),
        ended.then(() => {
          throw new Error(`${language} ended:\n${text}\n${printed}\n${said}`);
        }),
      ]);
      const answer = printed.slice(0, -1).trim();
      const [status, body] =
        language === 'curl' ? [answer.slice(-3), answer.slice(0, -4)] : [answer.slice(0, 3), answer.slice(4)];
      return { status: Number(status), body: JSON.parse(body) };
    },
    [Symbol.dispose]() {
      ended.catch(() => {});
      child.kill();
    },
  };
}

const shownAt = Date.UTC(2026, 10, 20, 8, 30);
/** How far ahead a time of an answer can lie: a retry, the end of a payment, the end of a key or a secret. */
const MINUTES_AHEAD = [1, 30, 1_440];

/** Each time as if the answer had come at the minute that is shown. */
function withShownTimes<Shape>(answer: Shape, cameAt: number): Shape {
  const text = JSON.stringify(answer).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => {
    const aheadMs = Date.parse(time) - cameAt;
    const minutes =
      aheadMs <= 2_000 ? 0 : (MINUTES_AHEAD.find((each) => aheadMs <= each * 60_000 + 2_000) ?? 0);
    return new Date(shownAt + minutes * 60_000).toISOString();
  });
  return JSON.parse(text);
}

/** What differs from run to run, as it is shown: ids in the order in which they came, secrets, addresses. */
function normalise(recorded: Recorded, beganAt: number, port: string): Recorded {
  const ids = new Map<string, string>();
  const secrets = new Map<string, string>();
  const dayMs = 86_400_000;
  const today = Math.floor(beganAt / dayMs);
  const numbered = (known: Map<string, string>, value: string, make: (count: number) => string) => {
    if (!known.has(value)) known.set(value, make(known.size + 1));
    return known.get(value)!;
  };
  const text = JSON.stringify(recorded)
    .replaceAll(new RegExp(`127\\.0\\.0\\.1:${port}`, 'g'), 'localhost:4000')
    .replaceAll(inject('baseUrl'), 'http://localhost:3000')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) =>
      numbered(ids, id, (count) => `01a1b2c3-d4e5-7000-8000-${String(count).padStart(12, '0')}`),
    )
    .replaceAll(/"(\d{4}-\d\d-\d\d)"/g, (_, day: string) => {
      const shown = Math.floor(shownAt / dayMs) + Date.parse(day) / dayMs - today;
      return `"${new Date(shown * dayMs).toISOString().slice(0, 10)}"`;
    })
    .replaceAll(/whsec_[A-Za-z0-9+/]{43}=/g, (secret) =>
      numbered(secrets, secret, (count) => `whsec_${count}…`),
    )
    .replaceAll(/\/r\/[\w-]{38}/g, '/r/AaILrHaXc5Ksnp0TIrzSNgRZCxsUpxvyoPcado')
    .replaceAll(/"code":"\w{10}"(?=,"url")/g, '"code":"x3XBbgeyGp"')
    .replaceAll(/\/pay\/\w{10}\b/g, '/pay/x3XBbgeyGp')
    .replaceAll(/"secret_last4":"[^"]+"/g, '"secret_last4":"n1c4"')
    .replaceAll(/"next_cursor":"[^"]+"/g, '"next_cursor":"b3JkZXItMTAwMQ"')
    .replaceAll(/"latency_ms":\d+/g, '"latency_ms":12')
    .replaceAll(
      /"(webhook-timestamp|x-gw-timestamp)":"\d+"/gi,
      (_, name: string) => `"${name}":"${shownAt / 1000}"`,
    )
    .replaceAll(/\b[0-9a-f]{64}\b/g, '5f0c9a…')
    .replaceAll(/v1,[A-Za-z0-9+/]{43}=/g, 'v1,K5oZ…');
  return JSON.parse(text) as Recorded;
}
