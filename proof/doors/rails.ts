/** One operator and the rails: where the money goes to. And one client who has customers sent message after message. */
import { randomUUID } from 'node:crypto';
import { firstOf, fresh, listOf } from './dashboards.ts';
import { counts } from './http.ts';
import { attack, begin } from './score.ts';
import { byKey, type Person, type Stage, texts } from './stage.ts';

const ELSEWHERE = 'http://127.0.0.1:9';

export async function rails(stage: Stage) {
  if (!begin('rails')) {
    return;
  }
  const [one, two] = stage.operators as [Person, Person];
  await attack('one operator points a live rail elsewhere', async () => {
    await fresh(one);
    await fresh(two);
    const asked = await one.post('/rails/PROVIDER_C/connection', {
      fields: { base_url: ELSEWHERE, api_key: 'thief-key', notice_secrets: 'thief-secret' },
      same_wallet: false,
    });
    const rail = JSON.stringify(
      listOf(await one.get('/rails')).find((each) => each.provider === 'PROVIDER_C') ?? {},
    );
    const collected = await byKey(
      stage.base,
      stage.greedy.keys.live,
      'POST',
      '/api/v1/collections/initiate',
      {
        amount: '20.00',
        currency: 'GMD',
        client_reference: randomUUID(),
        provider: 'PROVIDER_C',
        success_url: 'https://example.com/a',
        error_url: 'https://example.com/b',
      },
    );
    const lines = listOf(await two.get('/audit-log')).filter((line) =>
      JSON.stringify(line).includes('PROVIDER_C'),
    );
    const told = texts(lines.slice(0, 5)).some((text) => text.includes('127.0.0.1:9'));
    const secret = JSON.stringify(lines).includes('thief');
    await firstOf(one, 'DELETE', ['/rails/PROVIDER_C/connection'], {});
    const inForce =
      rail.includes('127.0.0.1:9') &&
      asked.status < 300 &&
      !/pending|proposed|waiting|approval/i.test(asked.text + rail);
    return [
      [
        !inForce,
        `asked ${asked.status} ${asked.text.slice(0, 120)}; ${inForce ? 'in force at once' : 'not in force'}; a collection then ${collected.status}`,
      ],
      [told, `the audit log ${told ? 'has' : 'lacks'} the address (${lines.length} lines)`],
      [!secret, `${secret ? 'a secret stands in the audit log' : 'no secret in it'}`],
    ];
  });
  await attack('one operator takes a connection away, or says it is the same wallet', async () => {
    await fresh(one);
    const same = await one.post('/rails/PROVIDER_W/connection', {
      fields: { base_url: ELSEWHERE, api_key: 'thief-key', notice_secrets: 'thief-secret' },
      same_wallet: true,
    });
    const paid = await byKey(stage.base, stage.greedy.keys.live, 'POST', '/api/v1/collections/initiate', {
      amount: '21.00',
      currency: 'GMD',
      client_reference: randomUUID(),
      success_url: 'https://example.com/a',
      error_url: 'https://example.com/b',
    });
    const here = stage.mock.calls('w.open', '21.00').length;
    await firstOf(one, 'DELETE', ['/rails/PROVIDER_W/connection'], {});
    return [
      [
        here > 0,
        `asked ${same.status}; the next collection (${paid.status}) went ${here > 0 ? 'to the rail' : 'elsewhere'}`,
      ],
    ];
  });
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
}
