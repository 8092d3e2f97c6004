import { accounts } from '#lib/browser/language/fr/admin/accounts';
import { applications } from '#lib/browser/language/fr/admin/applications';
import { approvals } from '#lib/browser/language/fr/admin/approvals';
import { audit } from '#lib/browser/language/fr/admin/audit';
import { caseSettlement } from '#lib/browser/language/fr/admin/case-settlement';
import { cases } from '#lib/browser/language/fr/admin/cases';
import { clients } from '#lib/browser/language/fr/admin/clients';
import { frame } from '#lib/browser/language/fr/admin/frame';
import { health } from '#lib/browser/language/fr/admin/health';
import { ledger } from '#lib/browser/language/fr/admin/ledger';
import { money } from '#lib/browser/language/fr/admin/money';
import { outbox } from '#lib/browser/language/fr/admin/outbox';
import { overview } from '#lib/browser/language/fr/admin/overview';
import { rails } from '#lib/browser/language/fr/admin/rails';
import { reconciliation } from '#lib/browser/language/fr/admin/reconciliation';
import { settlements } from '#lib/browser/language/fr/admin/settlements';
import { transactions } from '#lib/browser/language/fr/admin/transactions';
import { webhooks } from '#lib/browser/language/fr/admin/webhooks';
import type { Catalogue } from '#lib/browser/language/words';

/** The operators’ dashboard. */
export const admin: Catalogue = {
  ...accounts,
  ...applications,
  ...approvals,
  ...audit,
  ...caseSettlement,
  ...cases,
  ...clients,
  ...frame,
  ...health,
  ...ledger,
  ...money,
  ...outbox,
  ...overview,
  ...rails,
  ...reconciliation,
  ...settlements,
  ...transactions,
  ...webhooks,
};
