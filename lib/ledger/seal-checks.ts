import type { AuditCheck } from '#lib/ledger/audit-check';

/** Whatever is written past Kaira it says so: a trial of the other checks leaves it out. */
export const SEALED = 'what was sealed stands as it was sealed, and nothing stands beside it';

export const CHAINED = 'each seal is the root of its leaves, and follows from the one before';

/** Every version of a row that is sealed or hashed to be, the latest with the greatest seal and place. */
const leaves = `
  select kind, key, hash, seal_id, place from sealed_leaves
  union all
  select kind, key, hash, 9223372036854775807, place from unsealed where hash is not null`;

/** What the leaf of a row was before something of it was erased is not what it is now. */
const erased = `exists (select from erased_rows e where e.kind = leaves.kind and e.key = leaves.key and e.before = leaves.hash)`;

/** Until all from before the first seal was put to it, a row that is in none was not added by anybody. */
const sealed = `
  with leaves as materialized (${leaves}), known as (
    select distinct kind, key, hash from leaves where kind not in (select kind from sealed_states) and not ${erased}
    union all
    select kind, key, hash from (
      select distinct on (kind, key) kind, key, hash from leaves where kind in (select kind from sealed_states)
      order by kind, key, seal_id desc, place desc
    ) latest where hash <> leaf_hash('{}')
  ), written as (
    select kind, id, key, leaf_hash(content) as hash from sealed_rows
  )
  select coalesce(k.kind, w.kind) || ' ' || coalesce(k.key, w.key)
    || case when k.hash is null then ' was added' when w.hash is null then ' was removed' else ' was changed' end
  from known k full join written w on w.kind = k.kind and w.key = k.key
  where k.hash is distinct from w.hash
    and (k.hash is not null or (select queued_at from seal_beginning) is not null)
    -- A row that is gone waits for nothing.
    and (w.key is null or not ((k.hash is null or w.kind = 'transaction_states') and w.id in (select id from unsealed where id is not null union all select id from unsealed_payments)))`;

const tree = `
  select s.id from book_seals s
  left join book_seals b on b.id = s.id - 1
  left join lateral (
    select string_agg(hashes, '' order by kind collate "C") as hashes,
           bool_and(octet_length(hashes) = 32 * cardinality(keys)) as has_keys
    from book_leaves where seal_id = s.id
  ) l on true
  where not l.has_keys or s.leaves is distinct from octet_length(l.hashes) / 32 or s.root is distinct from merkle_root(l.hashes)
    or s.chain is distinct from chain_hash(b.chain, s.id, s.sealed_at, s.leaves, s.root) or (b.id is null and s.id > 1)
  union all
  select seal_id from book_leaves where seal_id not in (select id from book_seals)`;

/** db/functions/46_seals.sql. Neither names a row that was changed before it was first sealed, a minute after it was written. */
export const sealChecks: AuditCheck[] = [
  {
    invariant: 4,
    name: SEALED,
    rows: 'select coalesce(sum(leaves), 0) from book_seals',
    violations: sealed,
  },
  {
    invariant: 4,
    name: CHAINED,
    rows: 'select count(*) from book_seals',
    violations: tree,
  },
];
