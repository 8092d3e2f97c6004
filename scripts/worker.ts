import { closeDatabase } from '#db/client';
import { DatabaseUnusableError, onceReachable, requireFitForApplication } from '#db/fitness';
import { watchHistory } from '#lib/history/history';
import { serveProbes } from '#lib/http/serve-probes';
import { startWorker } from '#lib/jobs/worker';
import { describeError, log } from '#lib/log';
import { endOnFault } from '#lib/process-faults';
import { requireRailSettings } from '#lib/rails/connections';
import { railDefinitions } from '#lib/rails/registry';
import { watchWhetherBound } from '#lib/secrets/only-bound';
import { SettingsError, settings } from '#lib/settings';

endOnFault();

/** The worker alone (`npm run worker`), beside servers that run with KAIRA_WORKER=off. */
try {
  if (!process.env.DATABASE_URL) {
    throw new SettingsError(
      'npm run worker needs a PostgreSQL of your own, named by DATABASE_URL. With the built-in one the server works by itself: take KAIRA_WORKER=off away, and start it again.',
    );
  }
  const { rails, DATABASE_URL, KAIRA_DATA_DIR, METRICS_PORT, HOST } = settings();
  requireRailSettings(railDefinitions, rails);
  if (METRICS_PORT !== undefined) await listen(METRICS_PORT, HOST);
  const doubts = await onceReachable(() => requireFitForApplication(DATABASE_URL, settings(), 1), {
    everyMs: 2_000,
    tell: (sentence) => log.warn(`the worker waits for the database: ${sentence}`),
  });
  for (const doubt of doubts) log.warn(doubt);
  const history = watchHistory(KAIRA_DATA_DIR);
  await watchWhetherBound();
  const worker = startWorker(KAIRA_DATA_DIR);
  log.info('worker started');
  const stop = async () => {
    await worker.stop();
    await history.stop();
    await closeDatabase();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
  process.once('disconnect', () => void stop());
  process.send?.({ type: 'ready' });
} catch (error) {
  if (error instanceof SettingsError || error instanceof DatabaseUnusableError) console.error(error.message);
  else log.fatal(describeError(error), 'the worker could not start');
  process.exit(1);
}

async function listen(port: number, host: string | undefined): Promise<void> {
  await serveProbes(port, host).catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(
      `METRICS_PORT ${port} cannot be listened on (${error.code}): give each worker of this machine its own.`,
    );
  });
}
