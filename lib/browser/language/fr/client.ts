import { business } from '#lib/browser/language/fr/business';
import { sales } from '#lib/browser/language/fr/sales';
import type { Catalogue } from '#lib/browser/language/words';

/** What a page of a client's dashboard loads beside what every page has, in one piece. */
export const words: Catalogue = { ...business, ...sales };
