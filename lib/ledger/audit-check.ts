/** One line of the audit. All of it is SQL of its own: it shares no rule with the code that it checks. */
export interface AuditCheck {
  invariant: number;
  name: string;
  /** A scalar expression: how many rows the check looks at. */
  rows: string;
  /** A query of one column: what breaks the rule. */
  violations: string;
}

/** The client that the house is in the books. */
export const HOUSE = '00000000-0000-7000-8000-000000000000';

/** contract.md §3: nine digits of dalasi and two of bututs. */
export const HIGHEST_BUTUTS = '99999999999';

/** contract.md §7. */
export const SCHEDULED_ATTEMPTS = 11;

/** By its place in safety.md §1. */
export const check = (invariant: number, name: string, rows: string, violations: string): AuditCheck => ({
  invariant,
  name,
  rows,
  violations,
});

/** How many rows of a table. */
export const count = (table: string, where = 'true') => `select count(*) from ${table} where ${where}`;

/** The rail's account or float of a transaction `t`, where a recipe names it without the provider. */
export const accountName = (name: string) =>
  `case when ${name} in ('rail_collections', 'rail_float') then ${name} || ':' || t.provider else ${name} end`;

/** What a transaction of this alias moved at its rail: what was collected, or the float that pays out. */
export const wallet = (t: string) =>
  `case when ${t}.type = 'collection' or ${t}.refund_method = 'reversal' then 'rail_collections:' else 'rail_float:' end`;
