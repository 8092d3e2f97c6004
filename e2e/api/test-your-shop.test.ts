import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '#e2e/setup/server';
import { newAccount } from './support.ts';

// docs/testing/test-your-shop.* are what merchants copy: each runs here as printed, and finds a mistake of the shop.

const run = promisify(execFile);
const docs = path.resolve(import.meta.dirname, '../../docs/testing');
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-shop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const languages = [
  {
    file: 'test-your-shop.ts',
    program: process.execPath,
    // Without them there are goods for every event that says so, however often it is heard of.
    guards: [
      ['if (this.dealtWith.has(eventId)) return;', ''],
      ['if ((stages[status] ?? 0) < (stages[before] ?? 0)) return;', ''],
      ['&& before !== status) this.parcels', ') this.parcels'],
    ],
  },
  {
    file: 'test-your-shop.py',
    program: 'python3',
    guards: [
      ['if event_id in self.dealt_with:', 'if False:'],
      ['if STAGES.get(status, 0) < STAGES.get(before, 0):', 'if False:'],
      [' and before != status:', ':'],
    ],
  },
  {
    file: 'test-your-shop.php',
    program: 'php',
    guards: [
      ['if (isset($this->dealtWith[$eventId])) return;', ''],
      ['if ((STAGES[$status] ?? 0) < (STAGES[$before] ?? 0)) return;', ''],
      [' && $before !== $status) {', ') {'],
    ],
  },
] as const;

async function ran(program: string, file: string): Promise<string> {
  const { key } = await newAccount();
  const env = {
    ...process.env,
    KAIRA_API_KEY: key,
    KAIRA_URL: inject('baseUrl'),
    PORT: String(await freePort()),
  };
  const { stdout } = await run(program, [file], { env, timeout: 120_000 }).catch((error) => error);
  return stdout;
}

test.each(languages)('$file teaches the signature that cannot be replayed', ({ file }) => {
  const text = readFileSync(path.join(docs, file), 'utf8');
  expect(text).toContain('webhook-signature');
  expect(text).not.toMatch(/x-gw-(signature|event-id)/i);
});

describe.each(languages)('$file', ({ file, program, guards }) => {
  const isHere = spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

  test.skipIf(!isHere)(
    isHere ? 'finds nothing wrong with its shop' : `${program} is not here`,
    async () => {
      const lines = (await ran(program, path.join(docs, file))).trim().split('\n');
      expect(lines, lines.join('\n')).toHaveLength(5);
      for (const line of lines) expect(line).toMatch(/^ok /);
    },
    150_000,
  );

  test.skipIf(!isHere)(
    isHere ? 'finds a shop without any guard, in every test of a collection' : `${program} is not here`,
    async () => {
      const text = readFileSync(path.join(docs, file), 'utf8');
      let wrong: string = text;
      for (const [guard, without] of guards) {
        expect(wrong).toContain(guard);
        wrong = wrong.replace(guard, without);
      }
      const copy = path.join(folder, file);
      writeFileSync(copy, wrong);
      const printed = await ran(program, copy);
      expect(printed.match(/^not ok [a-z]+/gm)).toEqual(['not ok late', 'not ok webhooks', 'not ok unknown']);
      expect(printed).toMatch(/^ok reversal/m);
    },
    150_000,
  );
});
