import type { Catalogue } from '#lib/browser/language/words';

/** The dashboard of a business. */
export const client: Catalogue = {};
