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
    // Goods for every event that says so, however often it is heard of.
    mistake: ['if (this.dealtWith.has(eventId)) return;', ''],
    another: ['&& before !== status) this.parcels', ') this.parcels'],
  },
  {
    file: 'test-your-shop.py',
    program: 'python3',
    mistake: ['if event_id in self.dealt_with:', 'if False:'],
    another: [' and before != status:', ':'],
  },
  {
    file: 'test-your-shop.php',
    program: 'php',
    mistake: ['if (isset($this->dealtWith[$eventId])) return;', ''],
    another: [' && $before !== $status) {', ') {'],
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

describe.each(languages)('$file', ({ file, program, mistake, another }) => {
  const isHere = spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

  test.skipIf(!isHere)(
    isHere ? 'finds nothing wrong with its shop' : `${program} is not here`,
    async () => {
      const lines = (await ran(program, path.join(docs, file))).trim().split('\n');
      expect(lines).toHaveLength(5);
      for (const line of lines) expect(line).toMatch(/^ok /);
    },
    150_000,
  );

  test.skipIf(!isHere)(
    isHere ? 'finds a shop that sends goods twice' : `${program} is not here`,
    async () => {
      const text = readFileSync(path.join(docs, file), 'utf8');
      const wrong = text.replace(mistake[0], mistake[1]).replace(another[0], another[1]);
      expect(wrong.length).toBeLessThan(text.length);
      const copy = path.join(folder, file);
      writeFileSync(copy, wrong);
      const printed = await ran(program, copy);
      expect(printed).toMatch(/^not ok webhooks twice/m);
      expect(printed).toMatch(/^ok reversal/m);
    },
    150_000,
  );
});
