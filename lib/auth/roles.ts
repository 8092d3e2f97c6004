import type { Scope } from '#lib/auth/find-caller';
import type { Role } from '#lib/auth/sessions';
import type { Environment } from '#lib/context';

/**
 * Who may do what in a dashboard: one line for each thing that a role may be kept from. One's own account is
 * everybody's. An owner may do all, a developer what an integration needs and no money out, an accountant decides on
 * payments of others, a viewer changes nothing, and a cashier has the till with what they sold there themselves
 * (lib/till/own-sales.ts), and the requests to pay that they made. Of the operators' staff, support reads, and so does whoever is not confirmed yet.
 */
const permissions = {
  /** What a route or page of a client's wants that names nothing else. */
  'business.read': ['owner', 'accountant', 'developer', 'viewer'],
  'till.read': ['owner', 'accountant', 'developer', 'cashier', 'viewer'],
  /** What is sold there with a tap, and its prices. */
  'till.manage': ['owner', 'developer'],
  'collections.create': ['owner', 'developer', 'cashier'],
  'links.manage': ['owner', 'developer'],
  'requests.read': ['owner', 'accountant', 'developer', 'cashier', 'viewer'],
  /** Making one, cancelling it, and saying that it was paid in cash; a cashier theirs. */
  'requests.manage': ['owner', 'developer', 'cashier'],
  /** That one was paid by hand: whoever took the cash does not say that it never came. */
  'requests.take_back': ['owner', 'accountant'],
  /** Many at once, from a file. */
  'requests.import': ['owner', 'developer'],
  /** What colleagues should know of a customer, and to take it away again. */
  'customers.note': ['owner', 'accountant'],
  'payouts.create': ['owner'],
  'refunds.create': ['owner'],
  /** On a payment that a colleague asked for, above the client's threshold; contract-more.md §15. */
  'payouts.decide': ['owner', 'accountant'],
  'payouts.threshold': ['owner'],
  /** Where the client's own money goes, and when. */
  'settlements.manage': ['owner'],
  'settlements.request': ['owner'],
  /** What comes before and after: a look at what one would do, a file that is not confirmed yet, and to stop. */
  'payouts.prepare': ['owner'],
  'recipients.manage': ['owner'],
  /** Takes name, number and metadata of a customer away for good. */
  'customers.erase': ['owner'],
  'keys.manage': ['owner', 'developer'],
  'keys.reveal': ['owner', 'developer'],
  'allowlist.manage': ['owner'],
  'webhooks.manage': ['owner', 'developer'],
  'sandbox.fund': ['owner', 'developer'],
  'team.manage': ['owner'],
  /** What the business hands in to go live: its papers are for no other eyes, and handing them in names an account. */
  'application.manage': ['owner'],
  'application.submit': ['owner'],
  'team.notices': ['owner'],
  'clients.open': ['admin'],
  'clients.manage': ['admin'],
  'clients.allowlist': ['admin'],
  'approvals.decide': ['admin'],
  'applications.review': ['admin'],
  'rails.manage': ['admin'],
  'ledger.audit': ['admin'],
  'periods.close': ['admin'],
  'payouts.reverse': ['admin'],
  'payouts.cancel': ['admin'],
  'cases.settle': ['admin'],
  'reconciliation.manage': ['admin'],
  'settlements.settle': ['admin'],
  'users.manage': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** What wants the password within the last ten minutes, at whatever route names it; contract-more.md §15. */
const provenAnew: ReadonlySet<Permission> = new Set<Permission>([
  'payouts.create',
  'refunds.create',
  'payouts.decide',
  'payouts.threshold',
  'settlements.manage',
  'settlements.request',
  'settlements.settle',
  'payouts.reverse',
  'keys.reveal',
  'allowlist.manage',
  'customers.erase',
  'team.manage',
  'application.submit',
  'applications.review',
  'users.manage',
  'clients.open',
  'clients.allowlist',
  'approvals.decide',
  'rails.manage',
  'cases.settle',
  'periods.close',
]);

export function wantsStepUp(permission: Permission): boolean {
  return provenAnew.has(permission);
}

export function mayDo(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** Whether a role may hold an API key: in live no key of a developer's takes money out; contract-more.md §15. */
export function mayHoldKey(role: Role, environment: Environment, scope: Scope): boolean {
  if (!mayDo(role, 'keys.manage')) return false;
  return (
    mayDo(role, 'payouts.create') || environment === 'SANDBOX' || scope === 'read' || scope === 'collections'
  );
}

/** The roles of a client's people and of the operators' staff, the one that may do all first. */
export const clientRoles = [
  'owner',
  'accountant',
  'developer',
  'cashier',
  'viewer',
] as const satisfies readonly Role[];
export const staffRoles = ['admin', 'support'] as const satisfies readonly Role[];
