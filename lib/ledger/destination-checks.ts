import type { AuditCheck } from '#lib/ledger/audit-check';

// Money goes where people said that it should: rows of files, and the accounts of settlements. Not covered: which wallet a
// settlement by payout was meant for, since a client's own program may write the same metadata.

export const destinationChecks: AuditCheck[] = [
  {
    invariant: 12,
    name: 'each accepted row of a file of payouts is what its payout is, and no two are one payout',
    rows: `select count(*) from payout_batch_rows where status = 'ACCEPTED'`,
    // A row without a number is one whose customer was erased.
    violations: `
      select r.batch_id || ' line ' || r.line from payout_batch_rows r
      left join payout_batches b on b.client_id = r.client_id and b.id = r.batch_id
      left join transactions t on t.client_id = r.client_id and t.environment = b.environment and t.id = r.transaction_id
      where r.status = 'ACCEPTED' and (t.type = 'payout' and t.client_reference = r.reference and t.amount_bututs = r.amount_bututs
        and t.provider = coalesce(r.provider, b.provider) and (r.mobile = '' or t.mobile = r.mobile)) is not true
      union all
      select transaction_id || ' twice' from payout_batch_rows where status = 'ACCEPTED'
      group by client_id, transaction_id having count(*) > 1`,
  },
  {
    invariant: 29,
    name: 'each settlement goes to its account, and each live account is one that an operator approved',
    rows: `select count(*) from settlement_accounts where environment = 'LIVE'`,
    violations: `
      select s.id from settlements s
      left join settlement_accounts a on a.client_id = s.client_id and a.environment = s.environment and a.id = s.account_id
      where (a.kind = 'bank' and a.holder = s.holder and a.bank = s.bank and a.account_number = s.account_number) is not true
      union all
      select a.id from settlement_accounts a
      where a.environment = 'LIVE' and (a.approved_by_name is null or not exists (
        select from approvals p
        where p.client_id = a.client_id and p.environment = a.environment and p.kind = 'settlement_account' and p.status = 'DONE'
          and p.requested_by = a.added_by and p.details @> jsonb_strip_nulls(jsonb_build_object('account_kind', a.kind, 'holder', a.holder,
            'bank', a.bank, 'account_number', a.account_number, 'provider', a.provider, 'mobile', a.mobile))
          and not exists (select from users u where u.id = p.decided_by and u.client_id is not null)
      ) and not exists (
        select from approvals p
        where p.client_id = a.client_id and p.kind = 'application' and p.status = 'DONE'
          and p.details->>'submitted_by' = a.added_by::text
          and p.details->'account' @> jsonb_strip_nulls(jsonb_build_object('account_kind', a.kind, 'holder', a.holder,
            'bank', a.bank, 'account_number', a.account_number, 'provider', a.provider, 'mobile', a.mobile))
          and not exists (select from users u where u.id in (p.requested_by, p.decided_by) and u.client_id is not null)))`,
  },
  {
    invariant: 29,
    name: 'what a business handed in to go live was approved as it stands, by two operators',
    rows: `select count(*) from applications where status = 'APPROVED'`,
    violations: `
      select a.client_id from applications a
      where a.status = 'APPROVED' and not exists (
        select from approvals p
        where p.client_id = a.client_id and p.kind = 'application' and p.status = 'DONE' and p.decided_by <> p.requested_by
          and p.details @> jsonb_build_object('version', a.version, 'legal_name', a.legal_name, 'registration_number',
            a.registration_number, 'tin', a.tin, 'owners', to_jsonb(a.owners), 'account', a.account, 'submitted_by', a.submitted_by)
          and jsonb_array_length(p.details->'files') = (select count(*) from application_files f
            where f.client_id = a.client_id and p.details->'files' @> jsonb_build_array(jsonb_build_object('sha256', encode(f.sha256, 'hex')))
              and sha256(f.content) = f.sha256)
          and jsonb_array_length(p.details->'files') = a.files
          and not exists (select from users u where u.id in (p.requested_by, p.decided_by) and u.client_id is not null))`,
  },
];
