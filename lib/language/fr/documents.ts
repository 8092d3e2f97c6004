import type { Catalogue } from '#lib/browser/language/words';

/** Receipts, invoices, statements and other files for people. */
export const documents: Catalogue = {};
