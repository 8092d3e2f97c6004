import { sqlClient } from '#db/client';
import { refuseUnbound } from '#lib/seal';

const LOOKS_EVERY_MS = 60_000;

/**
 * From the moment on at which `npm run secrets:reseal` has left nothing else, only what is bound to its row and column is
 * read: whoever can write into the database and has a value of before would otherwise put it into any row. True: so it
 * is in this process from now on.
 */
export async function learnWhetherBound(): Promise<boolean> {
  const [row] = await sqlClient()`select bound_at from bound_secrets`;
  if (row) refuseUnbound();
  return row !== undefined;
}

/** Says that all is bound. Only the owner of the books may. */
export async function noteAllBound(): Promise<void> {
  await sqlClient()`insert into bound_secrets (bound_at) values (now()) on conflict do nothing`;
  refuseUnbound();
}

/** Looks at the start, and then once a minute until it is so: servers are at work while the command is. */
export async function watchWhetherBound(): Promise<void> {
  const isBound = await learnWhetherBound().catch(() => false);
  if (!isBound) setTimeout(watchWhetherBound, LOOKS_EVERY_MS).unref();
}
