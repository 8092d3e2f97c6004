import { expect, it } from 'vitest';
import { runPrintedLines } from './printed-lines.ts';
import { newAccount } from './support.ts';

it('the README’s lines work as printed, one after the other', async () => {
  const printed = await runPrintedLines('README.md', (await newAccount()).key);

  expect(printed).toContain('"status":"PENDING"');
  expect(printed).toContain(
    '"client_reference":"order-1001","amount":"100.00","currency":"GMD","status":"SUCCEEDED"',
  );
  expect(printed).toContain('"type":"payout","amount":"25.00","currency":"GMD","status":"SUCCEEDED"');
  expect(printed).toContain('"available_balance_gmd":"73.50"');
  const signatures = /= ([0-9a-f]{64})\n([0-9a-f]{64})\n/.exec(printed);
  expect(signatures?.[1]).toBe(signatures?.[2] ?? 'a signature');
  expect(printed).not.toContain('"status":"error"');
});
