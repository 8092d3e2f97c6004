import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventTypes } from '#lib/webhooks/event-types';
import { webhookHeaders } from '#lib/webhooks/signature';
import { runPrintedLines } from './printed-lines.ts';
import { newAccount } from './support.ts';

const docs = path.resolve(import.meta.dirname, '../../docs');
const guide = readFileSync(path.join(docs, 'webhooks.md'), 'utf8');

test('the lines of docs/webhooks.md work as printed, one after the other', async () => {
  const printed = await runPrintedLines('docs/webhooks.md', (await newAccount()).key);

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

test('docs/webhooks.md names every event and every header that is sent, and its links lead somewhere', () => {
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
  const links = [...guide.matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1] as string);
  const broken = links.filter((link) => !link.startsWith('https://') && !existsSync(path.join(docs, link)));
  expect(broken).toEqual([]);
});
