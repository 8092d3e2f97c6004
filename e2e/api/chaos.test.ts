import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { longTest } from '#e2e/setup/long-test';
import type { Figures } from '#proof/chaos/report';

// The short form of `npm run chaos`, with servers, workers, rails and a PostgreSQL of its own, and checkers that look at
// everything as they do after ten minutes. `npm run failover` has no short form here.

// A guard against a run that never ends, not a measure: it takes about half a minute on an idle machine.
vi.setConfig({ testTimeout: 300_000 });

async function run(
  program: string,
  words: string[],
): Promise<{ code: number; output: string; figures: Figures }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaira-figures-'));
  const json = path.join(folder, 'figures.json');
  const child = spawn(process.execPath, [program, ...words, '--json', json], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC' } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  try {
    return { code, output, figures: JSON.parse(readFileSync(json, 'utf8')) };
  } catch {
    throw new Error(`${program} ended with ${code} and no figures:\n${output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const nothingLost = {
  isSettled: true,
  acknowledgedLost: 0,
  doublePayouts: 0,
  ledgerAgainstRailBookGmd: '0.00',
  webhooks: { undelivered: 0, signatureFaults: 0 },
  audit: { violations: 0 },
  violations: 0,
};

longTest(
  'no money is lost though a server, a worker and PostgreSQL are killed while payments are made',
  async () => {
    const { code, output, figures } = await run('proof/chaos/chaos.ts', [
      ...['--minutes', '0.12', '--rate', '8', '--every', '1.5,2', '--misbehaving', '0', '--seed', '5'],
      ...['--faults', 'server_killed,worker_killed,postgres_stopped', '--workers', '1', '--fast', '--hurry'],
    ]);
    expect(figures, output).toMatchObject(nothingLost);
    expect(code, output).toBe(0);
    for (const kind of ['server_killed', 'worker_killed', 'postgres_stopped']) {
      expect(figures.faults[kind], output).toBeGreaterThan(0);
    }
    expect(figures.acknowledgedOperations).toBeGreaterThan(40);
    expect(figures.webhooks.events).toBeGreaterThan(20);
    expect(figures.recoveryMs).not.toBeNull();
  },
);
