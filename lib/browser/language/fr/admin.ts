import { cases } from '#lib/browser/language/fr/admin/cases';
import { readAt } from '#lib/browser/language/fr/admin/read-at';
import type { Catalogue } from '#lib/browser/language/words';

/** The operators’ dashboard. */
export const admin: Catalogue = {
  ...cases,
  ...readAt,
};
