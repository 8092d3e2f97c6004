/** What a browser is led to do: policies, other people's forms, files for spreadsheets, links that act. */
import { randomUUID } from 'node:crypto';
import { type Answer, codeOf, counts, send } from './http.ts';
import { isHtml, policyOf } from './policy.ts';
import type { Recorder } from './recorder.ts';
import { attack, begin, sleep } from './score.ts';
import { byKey, host, nextAddress, type Person, type Stage } from './stage.ts';

/** The pages that a person finds by following links from a start, some levels deep. */
export async function crawl(person: Person, start: string, most = 30) {
  const found = [start];
  for (let at = 0; at < found.length && at < most; at += 1) {
    const page = await person.get(found[at] ?? start);
    const led = String(page.headers.location ?? '').replace(person.base, '');
    if (/^\/(dashboard|admin)/.test(led) && !led.includes('/login') && !found.includes(led)) {
      found.push(led);
    }
    for (const [, link = ''] of page.text.matchAll(/href="(\/(?:dashboard|admin)[^"#]*)"/g)) {
      const path = link.replaceAll('&amp;', '&');
      if (!found.includes(path) && found.length < most && !/\/login|export|\.csv/.test(path)) {
        found.push(path);
      }
    }
  }
  return found;
}

export async function web(stage: Stage, owner: Person, operator: Person, recorder: Recorder) {
  if (!begin('web')) {
    return;
  }
  const opened = await byKey(stage.base, stage.greedy.keys.test, 'POST', '/api/v1/collections/initiate', {
    amount: '200.00',
    currency: 'GMD',
    client_reference: randomUUID(),
  });
  const checkout = new URL(opened.json.data?.redirect_url ?? `${stage.base}/checkout/none`);
  const anybody = [
    '/',
    '/login',
    '/admin/login',
    '/login?next=/dashboard',
    '/password-reset',
    '/docs',
    '/docs/guides/webhooks',
    '/docs/nothing',
    '/nowhere',
    '/pay/AAAAAAAAAA',
    '/r/AAAAAAAAAAAAAAAAAAAAAA',
    '/invitation/none',
    `${checkout.pathname}${checkout.search}`,
  ];
  await policies('nobody', anybody, (path) =>
    send(stage.base, path, { headers: { host: host(stage.base) }, from: nextAddress() }),
  );
  await policies('an owner', await crawl(owner, '/dashboard'), (path) => owner.get(path));
  await policies('an operator', await crawl(operator, '/admin'), (path) => operator.get(path));
  await forgery(stage, owner, operator);
  await spreadsheets(stage, owner, operator);
  await returns(stage, recorder);
}

async function policies(who: string, paths: string[], get: (path: string) => Promise<Answer>) {
  await attack(`every page has a policy that lets nothing inline run, as ${who}`, async () => {
    const faulty = new Map<string, string[]>();
    const reused: string[] = [];
    let pages = 0;
    for (const path of paths) {
      const [first, second] = [await get(path), await get(path)];
      if (!isHtml(first)) {
        continue;
      }
      pages += 1;
      const policy = policyOf(first);
      for (const fault of policy.faults) {
        faulty.set(fault, [...(faulty.get(fault) ?? []), path]);
      }
      if (policy.nonce && policy.nonce === policyOf(second).nonce) {
        reused.push(path);
      }
    }
    const told = [...faulty].map(([fault, at]) => `${fault} on ${at.length} such as ${at[0]}`);
    return [
      [pages > 0, `${pages} pages of ${paths.length}`],
      [faulty.size === 0, told.join(', ') || 'no fault'],
      [
        reused.length === 0,
        reused.length ? `the same nonce twice on ${reused[0]}` : 'a nonce for each request',
      ],
    ];
  });
}

/** What a page of another site can send with the visitor's cookie. */
async function forgery(stage: Stage, owner: Person, operator: Person) {
  const { base } = stage;
  const json = { 'content-type': 'application/json' };
  const shapes: [string, Record<string, string | undefined>, string][] = [
    ['no Origin', { ...json }, '{}'],
    ['a foreign Origin', { ...json, origin: 'https://evil.example' }, '{}'],
    ['Origin: null', { ...json, origin: 'null' }, '{}'],
    ['a neighbour', { ...json, origin: base.replace('localhost', 'evil.localhost') }, '{}'],
    ['another port', { ...json, origin: 'http://localhost:1' }, '{}'],
    ['Sec-Fetch-Site: same-site', { ...json, 'sec-fetch-site': 'same-site' }, '{}'],
    ['Sec-Fetch-Site: none', { ...json, 'sec-fetch-site': 'none' }, '{}'],
    [
      'both, against each other',
      { ...json, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      '{}',
    ],
    ['text/plain', { 'content-type': 'text/plain', origin: base }, '{}'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded', origin: base }, 'a=b'],
    [
      'text/plain that names JSON',
      { 'content-type': 'text/plain; application/json', origin: 'https://evil.example' },
      '{}',
    ],
    [
      'X-Forwarded-Host',
      { ...json, origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
      '{}',
    ],
  ];
  const targets: [Person, string][] = [
    [owner, '/api/dashboard/keys?environment=SANDBOX'],
    [owner, '/api/dashboard/team'],
    [operator, '/api/admin/clients'],
    [operator, '/api/admin/users'],
  ];
  await attack('a page of another site changes nothing with the visitor’s cookie', async () => {
    const through: string[] = [];
    for (const [person, path] of targets) {
      for (const [title, headers, raw] of shapes) {
        const answer = await send(base, path, {
          method: 'POST',
          raw,
          from: person.from,
          headers: Object.fromEntries(
            Object.entries({ host: host(base), cookie: person.cookie, ...headers }).filter(
              ([, value]) => value !== undefined,
            ),
          ),
        });
        if (answer.status !== 403 && answer.status !== 415) {
          through.push(`${path} with ${title}: ${answer.status}`);
        }
      }
    }
    return [
      [
        through.length === 0,
        through.length === 0
          ? `${targets.length * shapes.length} refused`
          : `expected 403, seen ${through.join(', ')}`,
      ],
    ];
  });
  await attack('the doors themselves refuse a foreign page', async () => {
    const through: string[] = [];
    for (const path of [
      '/auth/client/login',
      '/auth/admin/login',
      '/auth/logout',
      '/auth/two-factor',
      '/auth/invitation',
      '/auth/step-up',
    ]) {
      for (const origin of ['https://evil.example', 'null']) {
        const answer = await send(base, path, {
          method: 'POST',
          raw: '{}',
          headers: { ...json, host: host(base), origin, cookie: owner.cookie },
        });
        if (answer.status !== 403) {
          through.push(`${path} ${origin} ${answer.status}`);
        }
      }
    }
    return [[through.length === 0, through.join(', ') || 'all 403']];
  });
  await attack('nothing of the dashboards may be read by another site’s script', async () => {
    const answers = await Promise.all(
      ['/session', '/keys?environment=SANDBOX', '/transactions?environment=SANDBOX'].map((path) =>
        owner.get(path, { headers: { origin: 'https://evil.example' } }),
      ),
    );
    const open = answers.filter(({ headers }) => headers['access-control-allow-origin'] !== undefined);
    return [[open.length === 0, `Access-Control-Allow-Origin on ${open.length} of ${answers.length}`]];
  });
}

const FORMULAS = [
  "DOORS;=cmd|'/C calc'!A0",
  '=DOORS+1',
  '+DOORS',
  '-DOORS',
  '@DOORS',
  'DOORS,=DOORS',
  'DOORS"";=DOORS',
  'DOORS|=DOORS',
  '"=DOORS',
  "';=DOORS",
  '＝DOORS',
  ' =DOORS',
  ';;=DOORS;',
  "DOORS';@DOORS",
];

/** The cells that a spreadsheet finds where this character separates them; a quote counts at a cell's beginning only. */
function cells(csv: string, separator: string) {
  const found: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    const letter = csv[at] ?? '';
    if (quoted) {
      if (letter === '"' && csv[at + 1] === '"') {
        cell += letter;
        at += 1;
      } else if (letter === '"') {
        quoted = false;
      } else {
        cell += letter;
      }
    } else if (letter === '"' && cell === '') {
      quoted = true;
    } else if (letter === separator || letter === '\n' || letter === '\r') {
      found.push(cell);
      cell = '';
    } else {
      cell += letter;
    }
  }
  return [...found, cell];
}

async function spreadsheets(stage: Stage, owner: Person, operator: Person) {
  for (const text of FORMULAS) {
    await byKey(stage.base, stage.greedy.keys.test, 'POST', '/api/v1/collections/initiate', {
      amount: '200.00',
      currency: 'GMD',
      client_reference: `${text} ${randomUUID().slice(0, 6)}`,
      customer_name: text,
      metadata: { note: text },
    });
  }
  for (const [who, get] of [
    ['a client', () => owner.get('/transactions/export?environment=SANDBOX')],
    [
      'an operator',
      () => operator.get(`/transactions/export?environment=SANDBOX&client_id=${stage.greedy.id}`),
    ],
    [
      'a statement',
      () =>
        byKey(
          stage.base,
          stage.greedy.keys.test,
          'GET',
          `/api/v1/client/statement?from=${today()}&to=${today()}&format=csv`,
        ),
    ],
  ] as const) {
    await attack(`a file for spreadsheets runs nothing, whatever separates its cells: ${who}`, async () => {
      const file = await get();
      if (file.status === 404) {
        return [[true, 'there is no such file yet (404)']];
      }
      const run = new Set<string>();
      for (const separator of [',', ';', '\t', '|']) {
        for (const cell of cells(file.text, separator)) {
          if (/^[\t\r]*[=+\-@＝]/.test(cell) && cell.includes('DOORS')) {
            run.add(`${separator === '\t' ? 'tab' : separator} ${cell.slice(0, 20)}`);
          }
        }
      }
      return [
        [
          file.status === 200 && (file.text.includes('DOORS') || who === 'a statement'),
          `${file.status}, ${file.text.length} bytes`,
        ],
        [run.size === 0, `expected no formula, seen ${[...run].slice(0, 4).join(' and ') || 'none'}`],
      ];
    });
  }
}

const today = () => new Date().toISOString().slice(0, 10);

/** A link that a bot, a preview or a rival follows. */
async function returns(stage: Stage, recorder: Recorder) {
  const { base, greedy } = stage;
  for (const [environment, key, provider] of [
    ['live', greedy.keys.live, 'PROVIDER_W'],
    ['live', greedy.keys.live, 'PROVIDER_C'],
    ['sandbox', greedy.keys.test, 'PROVIDER_W'],
  ] as const) {
    await attack(
      `following the links of a ${environment} collection of ${provider} cancels nothing`,
      async () => {
        recorder.addresses.length = 0;
        const reference = randomUUID();
        const made = await byKey(base, key, 'POST', '/api/v1/collections/initiate', {
          amount: '43.00',
          currency: 'GMD',
          client_reference: reference,
          provider,
          success_url: 'https://example.com/paid',
          error_url: 'https://example.com/not-paid',
        });
        const own = [...recorder.addresses, made.json.data?.redirect_url ?? ''].filter((address) =>
          address.startsWith(base),
        );
        const id = String(made.json.data?.transaction_id);
        const guesses = ['checkout', 'pay', 'collections'].flatMap((room) => [
          `${base}/${room}/${id}/return?from=error`,
          `${base}/${room}/${id}?from=error`,
        ]);
        const answers: Answer[] = [];
        for (const address of [...own, ...own.map((one) => `${one.split('?')[0]}?from=error`), ...guesses]) {
          for (const method of ['GET', 'HEAD']) {
            answers.push(
              await send(base, address.slice(base.length), {
                method,
                headers: { host: host(base) },
                from: nextAddress(),
              }),
            );
          }
        }
        await sleep(700);
        const now = await byKey(base, key, 'GET', `/api/v1/collections/status/${reference}`);
        return [
          [made.status === 200, `made ${made.status} ${codeOf(made)}`],
          [
            now.json.data?.status === 'PENDING',
            `expected PENDING, seen ${now.json.data?.status} after ${counts(answers)} of ${own.length} own links`,
          ],
        ];
      },
    );
  }
}
