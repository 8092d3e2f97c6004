import { application } from '#lib/browser/language/fr/business/application';
import { apiKeys } from '#lib/browser/language/fr/business/keys';
import { navigation } from '#lib/browser/language/fr/business/navigation';
import { paymentApprovals } from '#lib/browser/language/fr/business/payment-approvals';
import { payoutBatches } from '#lib/browser/language/fr/business/payout-batches';
import { payouts } from '#lib/browser/language/fr/business/payouts';
import { sandbox } from '#lib/browser/language/fr/business/sandbox';
import { settlements } from '#lib/browser/language/fr/business/settlements';
import { webhooks } from '#lib/browser/language/fr/business/webhooks';
import type { Catalogue } from '#lib/browser/language/words';

/** Money that goes out, people, keys and webhooks of a business: the second half of its dashboard. */
export const business: Catalogue = {
  ...application,
  ...apiKeys,
  ...navigation,
  ...paymentApprovals,
  ...payoutBatches,
  ...payouts,
  ...sandbox,
  ...settlements,
  ...webhooks,
};
