/** Who may sign in where, and what each role is good for, in the words of a person who gives it. */
export const roleMeanings = {
  client: [
    { role: 'owner', meaning: 'Everything, also payouts, the team and the IP allowlist.' },
    { role: 'developer', meaning: 'Keys, webhooks and collections; no payouts.' },
    { role: 'viewer', meaning: 'Sees everything and changes nothing.' },
  ],
  staff: [
    { role: 'admin', meaning: 'Everything.' },
    { role: 'support', meaning: 'Sees everything and changes nothing.' },
  ],
} as const;

export type Side = keyof typeof roleMeanings;
