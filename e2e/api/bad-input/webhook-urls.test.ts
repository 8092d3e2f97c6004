import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort, startTestServer, type TestServer } from '#e2e/setup/server';
import { type Account, collection, faultPaths, openStage, type Stage, until } from './support.ts';

/**
 * safety.md §3, cases 76–80, 82 and 83, on a server as it is in production: private addresses are refused. Cases 81, 84
 * and 85 need receivers that can be reached and are in webhook-receivers.test.ts. The names are those of fake-dns.ts.
 */

const gateway = 'pay.kaira-gateway.example';
const endpoints = '/api/v1/webhook-endpoints';
const good = 'https://8.8.8.8/hook';

let server: TestServer;
let stage: Stage;

beforeAll(async () => {
  const preload = new URL('./fake-dns.ts', import.meta.url).href;
  server = await startTestServer(inject('postgresUrl'), {
    WEBHOOK_ALLOW_PRIVATE: '0',
    BASE_URL: `https://${gateway}`,
    NODE_OPTIONS: `--import=${preload}`,
  });
  stage = await openStage(server);
});

afterAll(async () => {
  await stage?.close();
  await server?.stop();
});

const refusedUrls: Record<string, string[]> = {
  '76 loopback': ['https://127.0.0.1/', 'https://127.255.255.254/', 'https://127.0.0.1:8443/'],
  '76 private networks': [
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
  ],
  '76 the metadata service': ['https://169.254.169.254/latest/meta-data/', 'https://[fd00:ec2::254]/'],
  '76 carrier-grade NAT': ['https://100.64.0.1/', 'https://100.127.255.255/'],
  '76 this network': ['https://0.0.0.0/', 'https://0.1.2.3/'],
  '76 multicast, reserved and broadcast': [
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
  ],
  '77 octal': ['https://0177.0.0.1/', 'https://017700000001/', 'https://0300.0250.1.1/'],
  '77 hexadecimal': ['https://0x7f.0.0.1/', 'https://0x7f000001/', 'https://0x7F.1/'],
  '77 decimal': ['https://2130706433/', 'https://2852039166/', 'https://0/'],
  '77 short': ['https://127.1/', 'https://127.0.1/', 'https://10.1/'],
  '77 other digits and dots': [
    'https://１２７.０.０.１/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
  ],
  '78 loopback of IPv6': ['https://[::1]/', 'https://[0:0:0:0:0:0:0:1]/', 'https://[::]/'],
  '78 mapped': ['https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[::ffff:a9fe:a9fe]/'],
  '78 compatible': ['https://[::7f00:1]/', 'https://[::127.0.0.1]/'],
  '78 NAT64 and 6to4': [
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:4136::1]/',
  ],
  '78 unique local, link-local, multicast': [
    'https://[fc00::1]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
  ],
  '78 a zone': ['https://[fe80::1%25eth0]/', 'https://[fe80::1%eth0]/', 'https://[::1%251]/'],
  '79 local names': [
    'https://localhost/',
    'https://LOCALHOST/',
    'https://x.localhost/',
    'https://ｌｏｃａｌｈｏｓｔ/',
  ],
  '79 internal names': [
    'https://metadata.google.internal/',
    'https://a.internal/',
    'https://printer.local/',
    'https://postgres/',
  ],
  '79 a trailing dot': ['https://localhost./', 'https://127.0.0.1./', 'https://public.merchant.example./'],
  '79 names that spell an address': ['https://127.0.0.1.nip.example/', 'https://10-0-0-1.sslip.example/'],
  '80 one private address among public ones': [
    'https://mixed.merchant.example/',
    'https://six.merchant.example/',
  ],
  '80 a name of a private address': [
    'https://metadata.merchant.example/',
    'https://mapped.merchant.example/',
  ],
  '82 another scheme': [
    'http://public.merchant.example/',
    'file:///etc/passwd',
    'gopher://public.merchant.example/',
    'ftp://a.example/',
    'javascript:alert(1)',
    'https:public.merchant.example',
    'https:///public.merchant.example',
  ],
  '82 ports of other services': [
    'https://public.merchant.example:22/',
    'https://public.merchant.example:25/',
    'https://public.merchant.example:80/',
    'https://public.merchant.example:0/',
    'https://public.merchant.example:1023/',
  ],
  '82 user information': [
    'https://u:p@public.merchant.example/',
    'https://u@public.merchant.example/',
    'https://@public.merchant.example/',
    'https://public.merchant.example@127.0.0.1/',
  ],
  '82 a fragment': ['https://public.merchant.example/#x', 'https://public.merchant.example#'],
  '82 what a parser would repair': [
    ' https://public.merchant.example/',
    'https://public.merchant.example/\n',
    'https:\\\\public.merchant.example/',
    'https://public.merchant.example/\u0000',
    'https://public.exa\tmple/',
    'https://local\u00adhost/',
  ],
  '82 what is no address': [
    '',
    'public.merchant.example',
    '//public.merchant.example',
    'https://',
    `https://public.merchant.example/${'a'.repeat(2_048)}`,
  ],
  '83 this gateway': [
    `https://${gateway}/api/v1/collections/initiate`,
    `https://${gateway}:8443/`,
    `https://${gateway.toUpperCase()}/`,
  ],
};

test.each(Object.entries(refusedUrls))(
  '%s is refused when an endpoint is made, and when it is changed',
  async (_title, urls) => {
    const account = await stage.newAccount();
    const endpoint = await makeEndpoint(account, good);
    for (const url of urls) {
      const make = () =>
        stage.call('POST', endpoints, {
          key: account.testKey,
          body: { url },
          headers: { 'idempotency-key': 'k' },
        });
      expect(faultPaths(await stage.refuses(account, make, 400, 'VALIDATION_ERROR'))).toEqual(['url']);
      const change = () =>
        stage.call('PATCH', `${endpoints}/${endpoint}`, { key: account.testKey, body: { url } });
      expect(faultPaths(await stage.refuses(account, change, 400, 'VALIDATION_ERROR'))).toEqual(['url']);
    }
    const [row] = await stage.sql`select url from webhook_endpoints where id = ${endpoint}`;
    expect(row?.url).toBe(good);
  },
);

test('82 a url that is no text is refused', async () => {
  const account = await stage.newAccount();
  for (const url of [null, 1, true, {}, ['https://public.merchant.example/'], undefined]) {
    const make = () => stage.call('POST', endpoints, { key: account.testKey, body: { url } });
    expect(faultPaths(await stage.refuses(account, make, 400, 'VALIDATION_ERROR'))).toEqual(['url']);
  }
});

test('76–83 a public address is accepted', async () => {
  const account = await stage.newAccount();
  for (const url of [
    good,
    'https://public.merchant.example/',
    'https://public.merchant.example:8443/a?b=c',
    'https://[2606:4700::1111]/',
  ]) {
    expect(await makeEndpoint(account, url)).toMatch(/^[0-9a-f-]{36}$/);
  }
});

describe('at each send', () => {
  const notPublic = /is not a public address/;
  const privateName = /resolves to a private address|The URL contains|is a local one/;
  let port: number;
  let listener: Server;
  let connections = 0;
  let sent: Map<string, { url: string; delivery: Delivery }>;

  interface Delivery {
    status: string;
    attempts: { address: string | null; response_status: number | null; error: string | null }[];
  }

  /** Stored without the check at save, as if it had been fooled. */
  const urls = (): [title: string, url: string, error: RegExp][] => [
    ['76 loopback', `https://127.0.0.1:${port}/`, notPublic],
    ['76 this network', `https://0.0.0.0:${port}/`, notPublic],
    ['76 metadata', 'https://169.254.169.254/latest/', notPublic],
    ['77 decimal', `https://2130706433:${port}/`, notPublic],
    ['77 hexadecimal and short', `https://0x7f.1:${port}/`, notPublic],
    ['77 octal', `https://0177.0.0.1:${port}/`, notPublic],
    ['77 full-width', `https://１２７.０.０.１:${port}/`, notPublic],
    ['78 loopback of IPv6', `https://[::1]:${port}/`, notPublic],
    ['78 mapped', `https://[::ffff:127.0.0.1]:${port}/`, notPublic],
    ['78 compatible', `https://[::7f00:1]:${port}/`, notPublic],
    ['79 localhost', `https://localhost:${port}/`, privateName],
    ['79 a local name', `https://x.localhost:${port}/`, privateName],
    ['79 a name that spells an address', `https://127.0.0.1.nip.example:${port}/`, privateName],
    ['80 mixed records', `https://mixed.merchant.example:${port}/`, privateName],
    ['80 a mapped record', `https://mapped.merchant.example:${port}/`, privateName],
    ['82 http', `http://127.0.0.1:${port}/`, /does not begin with https/],
    ['82 a file', 'file:///etc/passwd', /does not begin with https/],
    ['82 user information', `https://u:p@127.0.0.1:${port}/`, /user name or password/],
    ['82 a port of another service', 'https://public.merchant.example:22/', /Port 22 is not allowed/],
    ['83 this gateway by name', `https://${gateway}/api/v1/collections/initiate`, /points to this gateway/],
    [
      '83 this gateway by address',
      `${server.baseUrl}/api/v1/collections/initiate`,
      /does not begin with https/,
    ],
  ];

  beforeAll(async () => {
    listener = createServer((socket) => {
      connections++;
      socket.on('error', () => {}).destroy();
    });
    port = await freePort();
    await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));

    // These two pass the check at save by themselves: their names turn afterwards.
    const turning = ['rebind', 'late'].map(
      (name) => [name, `https://${name}.merchant.example:${port}/`] as const,
    );
    const all = [...urls().map(([title, url]) => [title, url] as const), ...turning];
    // An account may have 20 endpoints.
    const halves = [all.slice(0, 12), all.slice(12)];
    sent = new Map((await Promise.all(halves.map(sendTo))).flat());
  });

  async function sendTo(targets: (readonly [title: string, url: string])[]) {
    const { testKey: key, ...own } = await stage.newAccount();
    const ids = new Map<string, string>();
    for (const [title, url] of targets) {
      const isSaved = title === 'rebind' || title === 'late';
      const id = await makeEndpoint({ testKey: key, ...own }, isSaved ? url : good);
      if (!isSaved) await stage.sql`update webhook_endpoints set url = ${url} where id = ${id}`;
      ids.set(title, id);
    }
    const body = collection({ amount: '100.00' });
    expect((await stage.call('POST', '/api/v1/collections/initiate', { key, body })).status).toBe(200);
    const deliveries = await until(async () => {
      const { json } = await stage.call('GET', '/api/v1/webhook-deliveries?limit=100', { key });
      expect(json.data).toHaveLength(targets.length);
      for (const each of json.data) expect(each.attempts.length).toBeGreaterThan(0);
      return json.data as (Delivery & { endpoint_id: string })[];
    });
    return targets.map(([title, url]): [string, { url: string; delivery: Delivery }] => [
      title,
      { url, delivery: deliveries.find((each) => each.endpoint_id === ids.get(title)) as Delivery },
    ]);
  }

  afterAll(() => void listener?.close());

  test('76–83 each refusal stands in the log of deliveries, and nothing was connected to', () => {
    for (const [title, url, error] of urls()) {
      const { delivery } = sent.get(title) ?? {};
      expect({ url, ...delivery }).toMatchObject({
        url,
        status: 'PENDING',
        attempts: [
          {
            attempt: 1,
            address: null,
            response_status: null,
            response_excerpt: null,
            error: expect.stringMatching(error),
          },
        ],
      });
    }
    expect(connections).toBe(0);
  });

  test('80 a name that was public when it was saved is refused at the send that finds it private', () => {
    for (const name of ['rebind', 'late']) {
      expect(sent.get(name)?.delivery).toMatchObject({
        attempts: [
          {
            address: null,
            response_status: null,
            error: 'The name resolves to a private address (127.0.0.1)',
          },
        ],
      });
    }
    expect(connections).toBe(0);
  });

  test('83 no event of ours became a request to us', async () => {
    const [row] = await stage.sql`select count(*)::int as rows from transactions`;
    expect(row?.rows).toBe(2);
  });
});

async function makeEndpoint(owner: Account, url: string): Promise<string> {
  const answer = await stage.call('POST', endpoints, { key: owner.testKey, body: { url } });
  expect({ url, status: answer.status }).toEqual({ url, status: 200 });
  return answer.json.data.id;
}
