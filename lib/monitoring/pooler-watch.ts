import { sharesTransactions } from '#db/fitness';
import { log } from '#lib/log';

const LOOK_EVERY_MS = 60_000;

let lookedAt = Number.NEGATIVE_INFINITY;
let found = false;

/**
 * Whether a pooler in transaction mode was put in front of the database after the start, which refuses one: as of a
 * minute ago at most, for whoever asks so often. The look goes on in the background, on two connections of its own.
 */
export function isPooled(url: string): boolean {
  const now = performance.now();
  if (now - lookedAt > LOOK_EVERY_MS) {
    lookedAt = now;
    void sharesTransactions(url).then(
      (shares) => {
        // An answer that was overtaken by that of a later look tells of the past.
        if (lookedAt === now) found = shares;
        if (shares)
          log.error(
            'DATABASE_URL leads through a pooler in transaction mode: /readyz is red until it does not',
          );
      },
      // A database that is away is told by others.
      () => {},
    );
  }
  return found;
}
