import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { UserContext } from '#lib/auth/user-context';
import { queryText, readFilters } from '#lib/browser/transaction-filters';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { validate } from '#lib/http/validate';
import { transactionFilters } from '#lib/reads/search-transactions';

export interface SavedFilters {
  name: string;
  /** As the address has it. */
  query: string;
}

const nameField = textField(40);
export const filtersToSave = z.object({ name: nameField, query: z.string().min(1).max(1_000) });
export const filtersToForget = z.object({ name: nameField });

const savable = transactionFilters.refine(
  (filters) => Object.keys(filters).length > 0,
  'Set a filter first.',
);

const MOST = 20;

/** What somebody saved, by name. */
export async function listSavedFilters({ user }: Pick<UserContext, 'user'>): Promise<SavedFilters[]> {
  const [row] = await sqlClient()`select saved_filters from users where id = ${user.id}`;
  return byName(row?.saved_filters ?? []);
}

/**
 * Filters under a name, in the place of what had it. Throws what a search with them would, and `INVALID_STATE` where there
 * are too many.
 */
export async function saveFilters(
  ctx: UserContext,
  { name, query }: z.output<typeof filtersToSave>,
): Promise<SavedFilters[]> {
  const filters = readFilters(new URLSearchParams(query));
  validate(savable, filters);
  const [row] = await sqlClient()`
    update users
    set saved_filters = ${without(name)} || jsonb_build_object('name', ${name}::text, 'query', ${queryText(filters)}::text)
    where id = ${ctx.user.id} and jsonb_array_length(${without(name)}) < ${MOST} returning saved_filters`;
  if (row) return byName(row.saved_filters);
  throw new AppError('INVALID_STATE', `${MOST} are saved already. Remove one that you do not need.`);
}

/** Nothing happens to what has no such name. */
export async function forgetFilters(ctx: UserContext, name: string): Promise<SavedFilters[]> {
  const [row] = await sqlClient()`
    update users set saved_filters = ${without(name)} where id = ${ctx.user.id} returning saved_filters`;
  return byName(row?.saved_filters ?? []);
}

function without(name: string) {
  return sqlClient()`
    (select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(saved_filters) each where each ->> 'name' <> ${name})`;
}

function byName(saved: SavedFilters[]): SavedFilters[] {
  return saved.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
