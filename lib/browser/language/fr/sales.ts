import { collect } from '#lib/browser/language/fr/sales/collect';
import { common } from '#lib/browser/language/fr/sales/common';
import { customers } from '#lib/browser/language/fr/sales/customers';
import { links } from '#lib/browser/language/fr/sales/links';
import { overview } from '#lib/browser/language/fr/sales/overview';
import { recipients } from '#lib/browser/language/fr/sales/recipients';
import { refunds } from '#lib/browser/language/fr/sales/refunds';
import { requestLists } from '#lib/browser/language/fr/sales/request-lists';
import { requests } from '#lib/browser/language/fr/sales/requests';
import { statement } from '#lib/browser/language/fr/sales/statement';
import { till } from '#lib/browser/language/fr/sales/till';
import type { Catalogue } from '#lib/browser/language/words';

/** What a business sells, to whom, and what of it comes in. */
export const sales: Catalogue = {
  ...collect,
  ...common,
  ...customers,
  ...links,
  ...overview,
  ...recipients,
  ...refunds,
  ...requestLists,
  ...requests,
  ...statement,
  ...till,
};
