import type { Catalogue } from '#lib/browser/language/words';

/** E-mails and text messages. */
export const messages: Catalogue = {};
