import type { AuditCheck } from '#lib/ledger/audit-check';

/** What is still to be done: that it is there stands with the payments. */
export const jobChecks: AuditCheck[] = [
  {
    // The longest wait of lib/rail-work/timetable.ts is a day and its jitter; a checkout ends when its rail says.
    invariant: 14,
    name: 'no job of a rail is put off for more than three days, or beyond the end of its checkout',
    rows: 'select count(*) from rail_operations',
    violations: `
      select o.transaction_id || ' ' || o.kind from rail_operations o
      join transactions t on t.client_id = o.client_id and t.id = o.transaction_id
      where o.run_at > greatest((select now from clock), now(), t.expires_at) + interval '3 days'`,
  },
  {
    invariant: 14,
    name: 'each job of a rail is of a kind that its transaction can have',
    rows: 'select count(*) from rail_operations',
    violations: `
      select o.transaction_id || ' ' || o.kind from rail_operations o
      join transactions t on t.client_id = o.client_id and t.id = o.transaction_id
      where case o.kind when 'start' then t.type = 'collection' and t.status = 'PENDING'
                        when 'charge' then t.type = 'collection' when 'close' then t.type = 'collection' when 'revoke' then t.type = 'collection'
                        when 'send' then t.type <> 'collection' when 'reverse' then t.type <> 'collection'
                        when 'refund' then t.type = 'refund' else true end is not true`,
  },
  {
    invariant: 9,
    name: 'no movement of money at a live rail stands for two transactions',
    rows: "select count(*) from transactions where environment = 'LIVE'",
    violations: `
      select provider || '/' || rail_payment_reference from transactions
      where environment = 'LIVE' and rail_payment_reference is not null
      group by provider, type, rail_payment_reference having count(*) > 1`,
  },
];
