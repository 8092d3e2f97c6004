/** Who may sign in where, and what each role is good for, in the words of a person who gives it. */
export const roleMeanings = {
  client: [
    { role: 'owner', meaning: later('Everything, also payouts, the team and the IP allowlist.') },
    {
      role: 'accountant',
      meaning: later(
        'Sees everything, with exports and statements, decides on payments that wait for a second person, and notes things about customers.',
      ),
    },
    {
      role: 'developer',
      meaning: later('Keys, webhooks and collections; no payouts, and no live key that pays out.'),
    },
    { role: 'cashier', meaning: later('The till, and the sales that they made there. Nothing else.') },
    { role: 'viewer', meaning: later('Sees everything and changes nothing.') },
  ],
  staff: [
    { role: 'admin', meaning: later('Everything.') },
    { role: 'support', meaning: later('Sees everything and changes nothing.') },
  ],
} as const;

export type Side = keyof typeof roleMeanings;

/** What an operator is told who asked for a link for a client's person. */
export const askedForLink = later(
  'The request was sent. When another operator has approved it, you find the link under Approvals.',
);

import { later } from '#lib/browser/language/words';
