import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { longTest } from '#e2e/setup/long-test';
import { eventTypes } from '#lib/webhooks/event-types';
import { webhookHeaders } from '#lib/webhooks/signature';
import { verifyWebhook } from '../../docs/webhooks/verify.ts';
import { runPrintedLines } from './printed-lines.ts';
import { newAccount } from './support.ts';

const guides = path.resolve(import.meta.dirname, '../../docs/guides');
const guide = readFileSync(path.join(guides, 'webhooks.md'), 'utf8');

/** One reader, who follows one page after the other. */
let key: string;
beforeAll(async () => {
  key = (await newAccount()).key;
});

test('the lines of the quick start lead to a payment and a payout that are told of and verified', async () => {
  const printed = await runPrintedLines('docs/guides/quick-start.md', key);

  expect(printed).not.toContain('"status":"error"');
  expect(printed).toContain('verified {"event":"payment.succeeded","data":{');
  expect(printed).toContain('"available_balance_gmd":"98.50"');
  expect(printed).toContain('verified {"event":"payout.succeeded","data":{');
  expect(printed).not.toMatch(/^refused/m);
  // The same collection, initiated, looked up and initiated again.
  const ids = [...printed.matchAll(/"transaction_id":"([^"]+)","client_reference":"first-1"/g)].map(
    ([, id]) => id,
  );
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
});

longTest('the lines of the guide to webhooks work as printed, one after the other', async () => {
  const printed = await runPrintedLines('docs/guides/webhooks.md', key);

  expect(printed).not.toContain('"status":"error"');
  // The test event, and what the receiver answered to it.
  expect(printed).toMatch(/"response_status":200,.*"response_excerpt":"thank you"/);
  expect(printed).toContain(
    '"reference":"order-2001","amount":"100.00","currency":"GMD","status":"SUCCEEDED"',
  );
  const signatures = /= ([0-9a-f]{64})\n([0-9a-f]{64})\n/.exec(printed);
  expect(signatures?.[1]).toBe(signatures?.[2] ?? 'a signature');
  expect(printed).toContain('"valid":true');
  expect(printed).toContain('"previous_secret_expires_at"');
  expect(printed).toMatch(/^data: \{.*order-2001/m);
});

test('the lines for frameworks without a Request verify a webhook, as printed', async () => {
  const lines = /```js\n([\s\S]*?)```/.exec(guide)?.[1];
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"event":"payment.succeeded","data":{}}';
  const headers = webhookHeaders({
    environment: 'SANDBOX',
    event: 'payment.succeeded',
    eventId: 'the id',
    deliveryId: 'id',
    attempt: 1,
    body,
    sentAt: new Date(),
    secret,
  });
  const run = new Function(
    'req',
    'verifyWebhook',
    'process',
    `return (async () => {\n${lines}\nreturn event;\n})()`,
  );
  const env = { KAIRA_WEBHOOK_SECRET: secret };
  const event = await run({ headers, body: Buffer.from(body) }, verifyWebhook, { env });
  expect(event).toEqual({ id: 'the id', event: 'payment.succeeded', data: {} });
});

test('the guide to webhooks names every event and every header that is sent', () => {
  const headers = webhookHeaders({
    environment: 'SANDBOX',
    event: 'payment.succeeded',
    eventId: 'id',
    deliveryId: 'id',
    attempt: 1,
    body: '{}',
    sentAt: new Date(0),
    secret: 'whsec_MDEyMzQ1',
    previousSecret: 'whsec_MDEyMzQ2',
  });
  const own = Object.keys(headers).filter((name) => !['content-type', 'user-agent'].includes(name));
  for (const name of own) expect(guide.toLowerCase()).toContain(`\`${name}\``);
  for (const event of eventTypes) expect(guide).toContain(`\`${event}\``);
});
