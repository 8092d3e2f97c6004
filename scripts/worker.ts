import { closeDatabase, sqlClient } from '#db/client';
import { OWNS_BOOKS, ownsBooks } from '#db/roles';
import { watchHistory } from '#lib/history/history';
import { startWorker } from '#lib/jobs/worker';
import { describeError, log } from '#lib/log';
import { endOnFault } from '#lib/process-faults';
import { requireRailSettings } from '#lib/rails/connections';
import { railDefinitions } from '#lib/rails/registry';
import { SettingsError, settings } from '#lib/settings';

endOnFault();

/** The worker alone (`npm run worker`), beside servers that run with KAIRA_WORKER=off. */
try {
  requireRailSettings(railDefinitions, settings().rails);
  const history = watchHistory(settings().KAIRA_DATA_DIR);
  const worker = startWorker();
  log.info('worker started');
  // A database that is away is said by the worker itself.
  void ownsBooks(sqlClient()).then(
    (owns) => owns && log.warn(OWNS_BOOKS),
    () => {},
  );
  process.send?.({ type: 'ready' });
  const stop = async () => {
    await worker.stop();
    await history.stop();
    await closeDatabase();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
  process.once('disconnect', () => void stop());
} catch (error) {
  if (error instanceof SettingsError) console.error(error.message);
  else log.fatal(describeError(error), 'the worker could not start');
  process.exit(1);
}
