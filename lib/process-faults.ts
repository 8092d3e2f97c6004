import { isDatabaseAway } from '#db/client';
import { describeError, log } from '#lib/log';

/**
 * Ends this process on a fault that nobody caught: nothing that it believes can be trusted afterwards, and the
 * supervisor starts a fresh one. A rejected promise that only says that a database connection broke is no such fault:
 * postgres.js 3.4.9 leaves one behind when a backend dies while it reads the array types of a new connection. Every
 * query of ours is awaited by somebody who is told as well.
 */
export function endOnFault(): void {
  process.on('uncaughtException', (error) => end('uncaughtException', error));
  process.on('unhandledRejection', (error) => {
    if (isDatabaseAway(error)) log.warn(describeError(error), 'a database connection broke');
    else end('unhandledRejection', error);
  });
}

function end(event: string, error: unknown): never {
  log.fatal({ event, ...describeError(error) }, 'ending this process');
  process.exit(1);
}
