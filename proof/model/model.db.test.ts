import { afterAll, beforeAll, expect, inject } from 'vitest';
import { isLongRun } from '#e2e/setup/is-long-run';
import { longTest } from '#e2e/setup/long-test';
import { known } from './known.ts';
import { runSeed } from './run.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  if (isLongRun) stage = await openStage(inject('postgresUrl'));
}, 90_000);

afterAll(() => stage?.stop());

longTest(
  'a seed of the model and the product agree in every answer, webhook, balance and queue',
  { timeout: 120_000 },
  async () => {
    const report = await runSeed(stage, 1, 100);
    expect(report.story).toBeUndefined();
    expect(report.answers).toBeGreaterThan(150);
    expect(report.webhooks).toBeGreaterThan(10);
    expect(report.known.filter((name) => !(name in known))).toEqual([]);
  },
);
