import type { Role } from '#lib/auth/sessions';
import { later } from '#lib/browser/language/words';
import type { MessageKind } from '#lib/messages/letters';

interface Audience {
  roles: readonly Role[];
  /** What the settings call it, where a person may do without it; what is about security always goes. */
  choice?: () => string;
}

/** Who is told of what that concerns a whole team; any other kind has one person whom it is about. */
export const audience = {
  allowlist_changed: { roles: ['owner'] },
  key_revealed: { roles: ['owner'] },
  large_payout: { roles: ['owner'] },
  approval_waiting: {
    roles: ['owner', 'accountant', 'admin'],
    choice: later('A request waits for my decision'),
  },
  application_answered: { roles: ['owner'] },
  application_submitted: { roles: ['admin'], choice: later('A business hands in its papers') },
  payouts_failed: { roles: ['owner', 'accountant'], choice: later('Payouts have failed') },
  payouts_held: { roles: ['owner', 'accountant'], choice: later('Payouts wait for money at a wallet') },
  payment_held_back: {
    roles: ['owner', 'accountant'],
    choice: later('What would give a customer back more than came is not sent'),
  },
  batch_done: { roles: ['owner', 'accountant'], choice: later('A file of payouts is done') },
  // Of a client's customer, who is nobody's user (lib/payment-requests/write-to-customer.ts).
  payment_request: { roles: [], choice: later('What businesses ask you to pay') },
  statement_ready: { roles: ['owner', 'accountant'], choice: later('The statement of a month is ready') },
  endpoint_paused: { roles: ['owner', 'developer'], choice: later('A webhook endpoint has stopped') },
  // db/functions/41_messages.sql has its role as well.
  case_opened: { roles: ['admin'], choice: later('A case was opened') },
  cases_opened: {
    roles: ['admin'],
    choice: later('More cases were opened in an hour than I was told of one by one'),
  },
  rail_closed: { roles: ['admin'], choice: later('A rail is closed') },
  float_low: { roles: ['admin'], choice: later('A float runs low') },
  audit_violation: { roles: ['admin'] },
} as const satisfies Partial<Record<MessageKind, Audience>>;

export type TeamKind = keyof typeof audience;

/** What somebody of this role may choose; `label` says it as their settings have it, in the current language. */
export function choicesOf(role: Role): { kind: TeamKind; label: () => string }[] {
  return Object.entries(audience as Record<string, Audience>).flatMap(([kind, { roles, choice }]) =>
    choice !== undefined && roles.includes(role) ? [{ kind: kind as TeamKind, label: choice }] : [],
  );
}

/** What says how the settings call a kind; undefined for one that always goes. */
export function choiceOf(kind: string): (() => string) | undefined {
  return (audience as Record<string, Audience>)[kind]?.choice;
}
