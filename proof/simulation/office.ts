import { AppError } from '#lib/errors';
import { current } from './stage.ts';
import { isSimulated, within } from './timeline.ts';

// How people at screens do things: in one of the servers that are up, again where no plain answer came.

export type Said<T> = { value: T } | { code: string; why: string };

const MOST_TRIES = 200;
const AGAIN_MS = 5_000;

/** Until it is done or plainly refused. What fails of anything else than a fault that was made is a violation. */
export async function ask<T>(work: () => Promise<T>): Promise<Said<T>> {
  const { timeline } = current();
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const said = await once(work);
    if (said !== undefined) return said;
    await timeline.wait(AGAIN_MS);
  }
  throw new Error(`People tried this ${MOST_TRIES} times: ${work}`);
}

/** Undefined: no plain answer. */
async function once<T>(work: () => Promise<T>): Promise<Said<T> | undefined> {
  const { processes, violations, timeline } = current();
  const [up] = processes.alive('web').slice(timeline.steps % 2);
  if (up === undefined) return undefined;
  try {
    return { value: await within.run(up, () => processes.orDeath(work())) };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { code: error.code, why: error.message };
    if (!isSimulated(error) && !(error instanceof AppError))
      violations.push(`somebody at a screen met: ${(error as Error)?.stack}`);
    return undefined;
  }
}

/** What one person may not do alone; that it was decided by somebody meanwhile is no fault. */
export async function mustRefuse(what: string, work: () => Promise<unknown>): Promise<void> {
  const said = await ask(work);
  if ('value' in said) current().violations.push(`${what} was done by one person alone`);
}

/** A job of a worker; one that fails is taken up again. */
export async function inWorker(job: () => Promise<unknown>): Promise<void> {
  const { processes, violations } = current();
  const [worker] = processes.alive('worker');
  if (worker === undefined) return;
  await within.run(worker, () =>
    processes.orDeath(job()).catch((error: Error) => {
      const isAway = error instanceof AppError && error.status >= 500;
      if (!isSimulated(error) && !isAway) violations.push(`a job failed: ${error.stack}`);
    }),
  );
}
