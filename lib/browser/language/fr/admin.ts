import type { Catalogue } from '#lib/browser/language/words';

/** The operators’ dashboard. */
export const admin: Catalogue = {};
