import { admin } from '#lib/browser/language/fr/admin';
import { business } from '#lib/browser/language/fr/business';
import { sales } from '#lib/browser/language/fr/sales';
import { shared } from '#lib/browser/language/fr/shared';
import type { Catalogue } from '#lib/browser/language/words';
import { documents } from '#lib/language/fr/documents';
import { messages } from '#lib/language/fr/messages';
import { payer } from '#lib/language/fr/payer';
import { signIn } from '#lib/language/fr/sign-in';
import { site } from '#lib/language/fr/site';

/** All that the server says in French. A browser loads what its pages need (components/language). */
export const french: Catalogue = {
  ...site,
  ...signIn,
  ...payer,
  ...messages,
  ...documents,
  ...admin,
  ...sales,
  ...business,
  ...shared,
};
