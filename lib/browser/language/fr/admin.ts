import { cases } from '#lib/browser/language/fr/admin/cases';
import type { Catalogue } from '#lib/browser/language/words';

/** The operators’ dashboard. */
export const admin: Catalogue = {
  ...cases,
};
