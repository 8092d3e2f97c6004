import postgres from 'postgres';
import { closeDatabase } from '#db/client';
import { faultKinds } from '#proof/simulation/faults';
import { openStage } from '#proof/simulation/open-stage';
import { putInRealTime } from '#proof/simulation/prepare';
import type { Stage } from '#proof/simulation/stage';
import { calm } from '#proof/simulation/timeline';
import { checkAudit, checkWallets, closeMonth } from './closing.ts';
import { checkBooks, checkCommission, checkProfit, checkStatement, type Findings } from './files.ts';
import { playMonth } from './life.ts';
import { openTown, rails, type Town } from './town.ts';

export interface MonthOptions {
  month: string;
  seed: number;
  /** Of an empty database whose `now()` is the simulation's. */
  url: string;
  /** Where the files go. */
  folder: string;
}

export interface MonthReport {
  done: Record<string, number>;
  found: { what: string; is: string; isRight: boolean }[];
}

/** The month in virtual time, and then, with the clock of this machine, what it left behind. */
export async function runMonth({ month, seed, url, folder }: MonthOptions): Promise<MonthReport> {
  const startsAt = Date.parse(`${month}-01T00:00:00Z`) - 24 * 3_600_000;
  const opened = await openStage({
    seed,
    url,
    startsAt,
    without: faultKinds,
    rails: { customers: 'people' },
  });
  const { stage, looker } = opened;
  // Nothing goes wrong here, so the workers need not look as often.
  stage.faults.stop();
  let told: { town: Town; atRails: Record<string, string> } | undefined;
  const story = live(stage, month, seed).then(
    (result) => {
      told = result;
    },
    (error: Error) => void stage.violations.push(error.stack ?? error.message),
  );
  await calm();
  await stage.timeline.run(() => told !== undefined || stage.violations.length > 0);
  opened.leave();
  if (told === undefined) throw new Error(`The month ended early: ${stage.violations.join('\n')}`);
  await story;
  opened.stopListening();
  // From here on everybody is on the machine's clock, and on connections of their own.
  delete (globalThis as { kairaSql?: unknown }).kairaSql;
  await looker.end();
  await putInRealTime(url);
  const owner = postgres(url, { max: 1, onnotice: () => {} });

  const found: MonthReport['found'] = [];
  const on: Findings = {
    ...{ month, folder },
    check: (what, is, isRight) => void found.push({ what, is, isRight }),
  };
  const { town, atRails } = told;
  await checkWallets(on, atRails);
  for (const environment of ['LIVE', 'SANDBOX'] as const) {
    await checkStatement(on, town, environment);
    await checkProfit(on, environment);
    await checkCommission(on, town, environment);
    await checkBooks(on, environment);
    await closeMonth(on, town, environment, owner);
  }
  await checkAudit(on, owner);
  await closeDatabase();
  await owner.end();
  await stage.database.close();
  return { done: town.done, found };
}

async function live(stage: Stage, month: string, seed: number) {
  const town = await openTown();
  stage.processes.start();
  await playMonth(town, month, seed);
  const told = await stage.rails.control<{ rails: Record<string, { float: string }> }>('/state');
  return { town, atRails: Object.fromEntries(rails.map((rail) => [rail, told.rails[rail]?.float ?? ''])) };
}
