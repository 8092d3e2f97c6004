import { applicationUrl } from '#db/roles';
import { bugs } from './bugs.ts';
import { loadForRun } from './loader.ts';
import { plantSql } from './plant-sql.ts';
import type { RunReport } from './run.ts';

// One of the processes among which the seeds are shared out. It runs what it is sent, one after another.

export interface Order {
  seed: number;
  operations: number;
  url: string;
  without: readonly string[];
  bug: string | undefined;
}

Object.assign(process.env, {
  KAIRA_MODE: 'local',
  KAIRA_SECRET: 'a secret of the simulation, of 32 characters or more',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  WEBHOOK_ALLOW_PRIVATE: '1',
  BASE_URL: 'http://gateway.invalid',
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  // Little enough that what operators move wants a second one now and then.
  HOUSE_MONEY_TWO_PEOPLE_ABOVE: '500',
});

process.on('disconnect', () => process.exit());
process.on('message', async (order: Order) => {
  process.env.DATABASE_URL = applicationUrl(order.url);
  const bug = bugs.find((each) => each.name === order.bug);
  try {
    if (bug !== undefined) await plantSql(order.url, bug);
    // A room of the run before throws that run's errors, which this run's modules do not know as theirs.
    Object.assign(globalThis, { kairaRoom: undefined, kairaRates: undefined });
    const { run } = await loadForRun<{ run(order: Order): Promise<RunReport> }>(
      'proof/simulation/run.ts',
      bug?.sources ?? [],
    );
    process.send?.({ report: await run(order) });
  } catch (error) {
    process.send?.({ fault: (error as Error).stack });
  }
});
process.send?.({ ready: true });
