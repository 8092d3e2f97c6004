/** One operator and the rails: where the money goes to. And one client who has customers sent message after message. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { approve, firstOf, fresh, idOf, listOf } from './dashboards.ts';
import { counts } from './http.ts';
import { attack, begin, sleep } from './score.ts';
import { byKey, type Person, type Stage, texts } from './stage.ts';

/** A rail of a thief's, which lets everybody in: what is asked for a connection has to be one that answers. */
async function openElsewhere(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const isW = request.url?.includes('/v1/balance');
    response.writeHead(isW ? 200 : 404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(isW ? { amount: '0.00', currency: 'GMD' } : { message: 'Not found', statusCode: 404 }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

export async function rails(stage: Stage) {
  if (!begin('rails')) {
    return;
  }
  for (const [title, count, make] of [
    [
      'by key',
      40,
      (body: unknown) =>
        byKey(stage.base, stage.greedy.keys.live, 'POST', '/api/v1/collections/initiate', body),
    ],
    [
      'by session',
      40,
      (body: unknown) => (stage.owners[0] as Person).post('/collections?environment=LIVE', body),
    ],
  ] as const) {
    await attack(`${count} collections to one number ${title}: messages with a password`, async () => {
      await fresh(stage.owners[0] as Person);
      const mobile = `+2203${Math.floor(100_000 + Math.random() * 899_999)}`;
      const answers = await Promise.all(
        Array.from({ length: count }, () =>
          make({
            amount: '10.00',
            currency: 'GMD',
            client_reference: randomUUID(),
            customer_mobile: mobile,
            provider: 'PROVIDER_A',
          }),
        ),
      );
      const sent = stage.mock.calls('a.authorize', mobile).length;
      return [
        [sent <= 11, `expected 11 at most, seen ${sent}; ${counts(answers)}`],
        [answers.every(({ status }) => status < 500), 'no 5xx'],
        [sent > 0, 'the first go out'],
      ];
    });
  }
  const elsewhere = await openElsewhere();
  for (const provider of ['PROVIDER_C', 'PROVIDER_W']) {
    await repoint(stage, provider, elsewhere.url);
  }
  elsewhere.close();
}

/** Whether the next payment of a client goes where one operator alone has said. */
async function repoint(stage: Stage, provider: string, elsewhere: string) {
  const [one, two] = stage.operators as [Person, Person];
  const amount = provider === 'PROVIDER_C' ? '20.00' : '21.00';
  await attack(`one operator points ${provider} elsewhere`, async () => {
    await fresh(one);
    await fresh(two);
    const asked = await one.post(`/rails/${provider}/connection`, {
      fields: { base_url: elsewhere, api_key: 'thief-key', notice_secrets: 'thief-secret' },
      same_wallet: provider === 'PROVIDER_W',
    });
    const own = idOf(asked) ? await approve(one, idOf(asked)) : undefined;
    await sleep(2_500);
    const made = await byKey(stage.base, stage.greedy.keys.live, 'POST', '/api/v1/collections/initiate', {
      amount,
      currency: 'GMD',
      client_reference: randomUUID(),
      provider,
      success_url: 'https://example.com/a',
      error_url: 'https://example.com/b',
    });
    const here = stage.mock.calls(provider === 'PROVIDER_C' ? 'c.open' : 'w.open', amount).length > 0;
    const lines = [...listOf(await two.get('/audit-log')), ...listOf(await two.get('/approvals?state=open'))];
    const told = texts(lines).some((text) => text.includes(elsewhere));
    const secret = JSON.stringify(lines).includes('thief');
    if (!here) {
      await firstOf(one, 'DELETE', [`/rails/${provider}/connection`]);
    }
    await firstOf(two, 'POST', [`/approvals/${idOf(asked)}/reject`], {
      reason: 'The adversary tidies up after a trial.',
    });
    return [
      [
        here,
        `asked ${asked.status}, approved by themselves ${own?.status ?? '-'}; expected the next collection at the rail, seen it ${here ? 'there' : `elsewhere (${made.status})`}`,
      ],
      [told, `the address ${told ? 'stands' : 'does not stand'} in the audit log or the request`],
      [!secret, `${secret ? 'a secret stands in it' : 'no secret in it'}`],
    ];
  });
}
