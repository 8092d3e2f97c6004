import { later } from '#lib/browser/language/words';

const roleNames: Readonly<Record<string, () => string>> = {
  owner: later('owner'),
  accountant: later('accountant'),
  developer: later('developer'),
  cashier: later('cashier'),
  viewer: later('viewer'),
  admin: later('admin'),
  support: later('support'),
};

/** A role as people read it, `owner`, `propriétaire`. */
export function roleName(role: string): string {
  return roleNames[role]?.() ?? role;
}
