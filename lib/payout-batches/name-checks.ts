import { sqlClient } from '#db/client';
import type { RecipientCheck } from '#lib/rails/rail';
import { railName } from '#lib/rails/rail-faces';

/** What a person should look at before confirming, where the rail knows the number by another name than the row `r` has. */
export function isNameDoubtedSql() {
  return sqlClient()`(r.removed_at is null and r.name_check in ('PARTIAL', 'NO_MATCH'))`;
}

/** The row `r` would be paid, and nobody was asked about its name yet. */
export function isNameWaitingSql() {
  return sqlClient()`(r.status = 'READY' and r.name is not null and r.name_check is null)`;
}

/** The doubt in plain words; null: there is none, or nobody knows. `provider`: the rail that it would be paid over. */
export function nameWarning(name: string, provider: string, check: RecipientCheck): string | null {
  if (check === 'NO_MATCH') {
    return `${railName(provider)} knows this number by another name than ${name}. Ask for the number once more.`;
  }
  if (check !== 'PARTIAL') return null;
  return `${railName(provider)} knows this number by a name that is like ${name}, and not the same.`;
}
