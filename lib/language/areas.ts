/** The French catalogues. What a page of a dashboard loads is `shared` and its own; the server has them all. */
export type Area =
  | 'shared'
  | 'sales'
  | 'admin'
  | 'payer'
  | 'signIn'
  | 'messages'
  | 'documents'
  | 'site'
  | 'business';

interface Place {
  /** A folder or a file, from the root of the repository. The longest path that fits says where a text belongs. */
  path: string;
  area: Area;
  /** No visible text stands outside `t` there, which a test holds (texts.test.ts). Set it once a folder is translated. */
  isDone?: true;
}

/** Whose words lie in which catalogue, and which folders are translated. */
export const places: readonly Place[] = [
  { path: 'app/(admin)', area: 'admin', isDone: true },
  { path: 'app/(auth)', area: 'shared', isDone: true },
  { path: 'app/(client)', area: 'business', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/application', area: 'business', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/collect', area: 'sales', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/customers', area: 'sales', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/keys', area: 'business', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/links', area: 'sales', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/page.tsx', area: 'sales', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/payouts', area: 'business', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/recipients', area: 'sales', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/requests', area: 'sales', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/sandbox-tools', area: 'business', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/settlements', area: 'business', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/statement', area: 'sales', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/team', area: 'business', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/till', area: 'sales', isDone: true },
  { path: 'app/(client)/dashboard/[environment]/webhooks', area: 'business', isDone: true },
  { path: 'app/(site)', area: 'site', isDone: true },
  { path: 'app/error.tsx', area: 'shared', isDone: true },
  { path: 'app/layout.tsx', area: 'shared', isDone: true },
  { path: 'app/not-found.tsx', area: 'shared', isDone: true },
  { path: 'components', area: 'business' },
  { path: 'components/account', area: 'shared', isDone: true },
  { path: 'components/activity', area: 'shared', isDone: true },
  { path: 'components/admin', area: 'admin', isDone: true },
  { path: 'components/application', area: 'business', isDone: true },
  { path: 'components/application/application-facts.tsx', area: 'shared', isDone: true },
  { path: 'components/application/paper-list.tsx', area: 'shared', isDone: true },
  { path: 'components/application/status-words.ts', area: 'shared', isDone: true },
  { path: 'components/approvals', area: 'shared', isDone: true },
  { path: 'components/auth', area: 'shared', isDone: true },
  { path: 'components/collect', area: 'sales', isDone: true },
  { path: 'components/customers', area: 'sales', isDone: true },
  { path: 'components/frame', area: 'shared', isDone: true },
  { path: 'components/keys', area: 'business', isDone: true },
  { path: 'components/keys/allowlist-dialog.tsx', area: 'shared', isDone: true },
  { path: 'components/keys/key-menu-button.tsx', area: 'shared', isDone: true },
  { path: 'components/keys/key-menu.tsx', area: 'shared', isDone: true },
  { path: 'components/keys/key-table.tsx', area: 'shared', isDone: true },
  { path: 'components/keys/scope-meanings.ts', area: 'shared', isDone: true },
  { path: 'components/language', area: 'shared', isDone: true },
  { path: 'components/links', area: 'sales', isDone: true },
  { path: 'components/overview', area: 'sales', isDone: true },
  { path: 'components/payment-approvals', area: 'business', isDone: true },
  { path: 'components/payments', area: 'shared', isDone: true },
  { path: 'components/payout-batches', area: 'business', isDone: true },
  { path: 'components/payouts', area: 'business', isDone: true },
  { path: 'components/rails', area: 'shared', isDone: true },
  { path: 'components/recipients', area: 'sales', isDone: true },
  { path: 'components/refunds', area: 'sales', isDone: true },
  { path: 'components/request-lists', area: 'sales', isDone: true },
  { path: 'components/requests', area: 'sales', isDone: true },
  { path: 'components/sandbox', area: 'business', isDone: true },
  { path: 'components/settlements', area: 'business', isDone: true },
  { path: 'components/settlements/settlement-state.tsx', area: 'shared', isDone: true },
  { path: 'components/statement', area: 'sales', isDone: true },
  { path: 'components/team', area: 'shared', isDone: true },
  { path: 'components/till', area: 'sales', isDone: true },
  { path: 'components/transactions', area: 'shared', isDone: true },
  { path: 'components/ui', area: 'shared', isDone: true },
  { path: 'components/webhooks', area: 'business', isDone: true },
  { path: 'components/webhooks/states.tsx', area: 'shared', isDone: true },
  { path: 'lib/auth/confirm-email-route.ts', area: 'signIn', isDone: true },
  { path: 'lib/auth/log-in-page.ts', area: 'signIn', isDone: true },
  { path: 'lib/auth/log-in-view.ts', area: 'signIn', isDone: true },
  { path: 'lib/browser', area: 'shared', isDone: true },
  { path: 'lib/browser/case-words.ts', area: 'admin', isDone: true },
  { path: 'lib/browser/role-names.ts', area: 'shared', isDone: true },
  { path: 'lib/checkout', area: 'payer', isDone: true },
  { path: 'lib/ledger', area: 'documents' },
  { path: 'lib/ledger/print-commission.ts', area: 'documents', isDone: true },
  { path: 'lib/ledger/print-statement.ts', area: 'documents', isDone: true },
  { path: 'lib/messages', area: 'messages', isDone: true },
  { path: 'lib/messages/link-page.ts', area: 'signIn', isDone: true },
  { path: 'lib/messages/unsubscribe-route.ts', area: 'signIn', isDone: true },
  { path: 'lib/offline', area: 'signIn', isDone: true },
  { path: 'lib/payment-links', area: 'payer' },
  { path: 'lib/payment-links/attempt-page.ts', area: 'payer', isDone: true },
  { path: 'lib/payment-links/attempt-route.ts', area: 'payer', isDone: true },
  { path: 'lib/payment-links/pay-form.ts', area: 'payer', isDone: true },
  { path: 'lib/payment-links/pay-page.ts', area: 'payer', isDone: true },
  { path: 'lib/payment-links/pay-route.ts', area: 'payer', isDone: true },
  { path: 'lib/payment-requests', area: 'documents' },
  { path: 'lib/payment-requests/print-invoice.ts', area: 'documents', isDone: true },
  { path: 'lib/receipts', area: 'payer', isDone: true },
];
