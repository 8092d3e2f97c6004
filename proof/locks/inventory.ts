/** A lock, and what shows what goes wrong without it. */
export interface Covered {
  /** The line of the file that it stands in, without the spaces around it, and of values in it the braces alone; of several such lines, or places in it, which. */
  line: string;
  nth?: number;
  /** Of what no mark tells: a status that is asked for, a row that is looked for, `on conflict`. What of the line decides, and what stands there without it. */
  part?: string;
  instead?: string;
  /** The file and the title of the test that fails without it. */
  test?: string;
  title?: string;
  /** Instead: why nobody could tell the difference. */
  why?: string;
}

/** Every lock, lease and version of the product, and some of what decides a race by itself. `npm run mutate -- --locks` takes each away, and asks its test. */
export const inventory: Record<string, Covered[]> = {
  'db/functions/10_guards.sql': [
    {
      line: "perform pg_advisory_xact_lock_shared(hashtext('kaira periods'));",
      test: 'lib/ledger/locks.db.test.ts',
      title: 'that is being closed takes no journal that is dated into it',
    },
    {
      line: "perform pg_notify('kaira_access', coalesce(to_jsonb(new) ->> 'client_id', to_jsonb(new) ->> 'id'));",
      part: "pg_notify('kaira_access', coalesce(to_jsonb(new) ->> 'client_id', to_jsonb(new) ->> 'id'))",
      instead: 'null',
      test: 'lib/users/locks.db.test.ts',
      title: 'a key that another process revokes is good until that is so, and no longer',
    },
  ],
  'db/functions/20_ledger.sql': [
    {
      line: 'for update of a skip locked',
      test: 'lib/ledger/locks.db.test.ts',
      title: 'leaves an account that a payout has locked, and waits for nobody',
    },
    {
      line: "if not pg_try_advisory_xact_lock(hashtext('kaira fold_tallies')) then",
      test: 'lib/ledger/locks.db.test.ts',
      title: 'of the tallies is done by one: a second one has nothing to do, and waits for nobody',
    },
    {
      line: "perform pg_advisory_xact_lock(hashtext('kaira fold_tallies'));",
      test: 'lib/ledger/locks.db.test.ts',
      title: 'what a release before folds is counted by rail, once, when this one comes',
    },
    {
      line: "and lease_token = (p->>'lease_token')::uuid;",
      test: 'lib/transactions/locks.db.test.ts',
      title: 'an answer is stored by whoever still has the lease of its key',
    },
    {
      line: "perform pg_advisory_xact_lock(hashtextextended('kaira house money ' || p_operator, 0));",
      test: 'lib/ledger/locks.db.test.ts',
      title: 'is booked by one operator alone up to the limit, also by two bookings at the same time',
    },
  ],
  'db/functions/25_periods.sql': [
    {
      line: "perform pg_advisory_xact_lock(hashtext('kaira periods'));",
      test: 'lib/ledger/locks.db.test.ts',
      title: 'is closed with all that was being dated into it',
    },
  ],
  'db/functions/26_room.sql': [
    {
      line: "where client_id = p_client and environment = p_environment and name = 'available' for update;",
      test: 'lib/transactions/locks.db.test.ts',
      title: 'payouts of all that a client has, the second finds nothing left',
    },
    {
      line: 'where client_id = p_client and environment = p_environment and name = p_account for update;',
      test: 'lib/ledger/locks.db.test.ts',
      title: 'leaves a float once, however many take all of it at the same time',
    },
  ],
  'db/functions/28_write_rows.sql': [
    {
      line: 'where client_id = n.client_id and environment = n.environment and id = n.collection_id for update;',
      test: 'lib/transactions/locks.db.test.ts',
      title: 'refunds of all that a payer paid, the second exceeds it',
    },
    {
      line: "where client_id = n.client_id and environment = n.environment and id = v_id and type = 'collection' for update;",
      test: 'lib/transactions/locks.db.test.ts',
      title: 'payouts that give a payer back what was paid, the second exceeds it',
    },
    {
      line: "perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', n.provider, v_types[1], coalesce(n.rail_payment_reference, n.rail_reference)), 0));",
      test: 'lib/transactions/locks.db.test.ts',
      title: 'collections that a live rail says were paid by one payment, one is booked',
    },
    {
      line: 'perform pg_advisory_xact_lock(hashtextextended(n.client_id::text || n.client_reference, 0));',
      test: 'lib/transactions/locks.db.test.ts',
      title: 'attempts of a reference that were both paid, the second finds the first: a case is opened',
    },
    {
      line: 'and client_reference = n.client_reference',
      part: 'client_reference = n.client_reference',
      instead: 'false',
      test: 'lib/transactions/locks.db.test.ts',
      title: 'refunds of one reference, one begins, and the other is not told that it exceeds',
    },
    {
      line: 'insert into transactions select * from unnest(v_new) on conflict do nothing returning id',
      part: 'on conflict do nothing ',
      test: 'lib/transactions/locks.db.test.ts',
      title: 'collections of one reference, one begins',
    },
  ],
  'db/functions/30_commit_changes.sql': [
    {
      line: "where client_id = v_client and environment = v_environment and id = (c->>'transaction_id')::uuid for update;",
      test: 'lib/transactions/locks.db.test.ts',
      title: 'that a collection was paid, one books it',
    },
    {
      line: "if not found or t.version <> (c->>'version')::int then",
      test: 'lib/transactions/locks.db.test.ts',
      title: 'that a collection was paid, one books it',
    },
    {
      line: "perform from cases where id = (c->'adjustment'->>'case_id')::uuid and transaction_id = n.id and status = 'OPEN' for update;",
      test: 'lib/transactions/locks.db.test.ts',
      title: 'a case that somebody closes meanwhile is settled by no adjustment',
    },
    {
      line: "where client_id = '00000000-0000-7000-8000-000000000000' and environment = v_environment and name = 'rail_float:' || n.provider for update;",
      test: 'lib/transactions/locks.db.test.ts',
      title: 'is not there for a reversal that begins meanwhile',
    },
    {
      line: "where client_id = '00000000-0000-7000-8000-000000000000' and environment = v_environment and name = 'rail_float:' || n.provider for update;",
      nth: 2,
      test: 'lib/transactions/locks.db.test.ts',
      title: 'is not there for an adjustment by what a rail took back',
    },
    {
      line: "if c ? 'create' and exists (",
      part: "c ? 'create' and",
      instead: 'false and',
      test: 'lib/transactions/locks.db.test.ts',
      title: 'payouts of one reference, one begins',
    },
  ],
  'db/functions/35_payout_limits.sql': [
    {
      line: "and environment = n.environment and name = 'rail_float:' || n.provider for update;",
      test: 'lib/transactions/locks.db.test.ts',
      title: 'payouts of two clients up to the limit of their rail, the second passes it',
    },
  ],
  'db/functions/40_webhooks.sql': [
    {
      line: "perform pg_advisory_xact_lock(hashtext('kaira claim_deliveries'));",
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'counts what another one takes at the same time: no endpoint has more under way than it may',
    },
    {
      line: 'for update skip locked',
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'leaves what somebody else has locked, and waits for nobody',
    },
    {
      line: "perform pg_advisory_xact_lock(hashtext('kaira webhook_endpoints ' || new.client_id || new.environment));",
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'are twenty at most, also where the last two are added at the same time',
    },
  ],
  'db/functions/42_cases.sql': [
    {
      line: "where id = p_id and status = 'OPEN' and proposed_at is not distinct from p_proposed_at;",
      test: 'lib/transactions/locks.db.test.ts',
      title: 'a case of which somebody proposes something else meanwhile is not closed by what was looked at',
    },
    {
      line: "where id = p_id and status = 'OPEN' and proposed_at is not distinct from p_proposed_at;",
      part: "status = 'OPEN' and ",
      test: 'lib/cases/locks.db.test.ts',
      title: 'a case that two close is closed by one',
    },
  ],
  'db/functions/44_payment_links.sql': [
    {
      line: 'where client_id = n.client_id and environment = n.environment and id = n.payment_link_id for update;',
      test: 'lib/transactions/locks.db.test.ts',
      title: 'that is switched off meanwhile takes nobody else',
    },
    {
      line: 'where client_id = n.client_id and environment = n.environment and id = n.payment_link_id for update;',
      nth: 2,
      test: 'lib/transactions/locks.db.test.ts',
      title:
        'for one payment counts one of two that are paid at the same time, and refuses the other until it says so',
    },
    {
      line: 'where rail_operations.lease_token is null',
      test: 'lib/transactions/locks.db.test.ts',
      title: 'closes what is open of it, but for what somebody has in hand',
    },
  ],
  'db/functions/44_settlements.sql': [
    {
      line: "and kind = 'bank' and removed_at is null for share",
      test: 'lib/settlements/locks.db.test.ts',
      title: 'to an account that is removed meanwhile is not begun',
    },
    {
      line: "where client_id = (c->>'client_id')::uuid and environment = c->>'environment' and id = (c->>'id')::uuid for update;",
      test: 'lib/settlements/locks.db.test.ts',
      title: 'is cancelled once, by whoever is first',
    },
    {
      line: "and status = 'REQUESTED' order by id for update",
      test: 'lib/settlements/locks.db.test.ts',
      title: 'that goes into a file is not among those that end with their account',
    },
    {
      line: 'order by id limit 5000 for update skip locked',
      test: 'lib/settlements/locks.db.test.ts',
      title: 'has no settlement that another one is being made with, and waits for nobody',
    },
    {
      line: "select * into f from settlement_files where id = (c->>'id')::uuid for update;",
      test: 'lib/settlements/locks.db.test.ts',
      title: 'is downloaded by one person for the first time once',
    },
    {
      line: "select * into f from settlement_files where id = (c->>'id')::uuid for update;",
      nth: 2,
      test: 'lib/settlements/locks.db.test.ts',
      title: 'that is discarded is not sent',
    },
    {
      line: 'for s in select * from settlements where file_id = f.id order by id for update loop',
      test: 'lib/settlements/locks.db.test.ts',
      title: 'is sent with those that are still in it',
    },
    {
      line: "if exists (select from settlements where client_id = v_client and environment = v_environment and period = c->>'period') then",
      part: "period = c->>'period'",
      instead: 'false',
      test: 'lib/settlements/locks.db.test.ts',
      title: 'of a schedule is begun once in its period',
    },
    {
      line: "and client_reference = c->>'client_reference')",
      part: "client_reference = c->>'client_reference'",
      instead: 'false',
      test: 'lib/settlements/locks.db.test.ts',
      title: 'that a form asks for twice is begun once',
    },
    {
      line: 'elsif v_amount > v_available then',
      part: 'v_amount > v_available',
      instead: 'false',
      test: 'lib/settlements/locks.db.test.ts',
      title: 'of all that there is leaves nothing for another one',
    },
    {
      line: "if not found or s.status <> v_from or (c ? 'file_id' and s.file_id is distinct from (c->>'file_id')::uuid and v_from <> 'REQUESTED') then",
      part: 's.status <> v_from',
      instead: 'false',
      test: 'lib/settlements/locks.db.test.ts',
      title: 'is cancelled once, by whoever is first',
    },
    {
      line: "if not found or s.status <> v_from or (c ? 'file_id' and s.file_id is distinct from (c->>'file_id')::uuid and v_from <> 'REQUESTED') then",
      part: 's.status <> v_from',
      instead: 'false',
      test: 'lib/settlements/locks.db.test.ts',
      title: 'that was sent is confirmed once, by one of two who have the bank’s word',
    },
    {
      line: 'if has_downloaded(f, c) then',
      part: 'has_downloaded(f, c)',
      instead: 'false',
      test: 'lib/settlements/locks.db.test.ts',
      title: 'is downloaded by one person for the first time once',
    },
    {
      line: "if not found or f.status <> 'MADE' then",
      part: "f.status <> 'MADE'",
      instead: 'false',
      test: 'lib/settlements/locks.db.test.ts',
      title: 'that is discarded is not sent',
    },
  ],
  'db/functions/46_seals.sql': [
    {
      line: "perform pg_advisory_xact_lock(hashtext('kaira seals'));",
      test: 'lib/ledger/locks.db.test.ts',
      title: 'have what was written before them once, also where two put it there',
    },
    {
      line: "if not pg_try_advisory_xact_lock(hashtext('kaira seals')) then",
      test: 'lib/ledger/locks.db.test.ts',
      title: 'are made by one: a second one does nothing, and waits for nobody',
    },
  ],
  'db/functions/47_erasures.sql': [
    {
      line: 'select * into p from erasures where client_id = p_client and id = p_id and run_at <= p_at for update skip locked;',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'erasures of customers',
    },
    {
      line: 'order by id limit p_most for update',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'an erasure waits for a payment that is being changed, and finds it as it stands then',
    },
    {
      line: 'order by finished_at limit p_most for update skip locked',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'files of payouts whose faults are forgotten',
    },
  ],
  'db/functions/48_rates.sql': [
    {
      line: 'from rate_buckets r where r.key_id = a.id for update',
      test: 'lib/http/shared-rate.db.test.ts',
      title: 'several servers at once give a key no more than one would, and another key its own',
    },
  ],
  'db/functions/50_partitions.sql': [
    {
      line: "perform pg_advisory_xact_lock(hashtext('kaira partitions'));",
      test: 'lib/ledger/locks.db.test.ts',
      title: 'are made by one of two that want them',
    },
    {
      line: "perform pg_advisory_xact_lock(hashtext('kaira partitions'));",
      nth: 2,
      why: 'PostgreSQL 18 waits by itself where it reads the bounds of a partition that is being dropped, and finds none.',
    },
  ],
  'db/functions/55_sandbox.sql': [
    {
      line: 'update sandbox_clocks set lease_until = now() + c_lease where client_id = p_client and lease_token = p_token;',
      test: 'lib/sandbox/locks.db.test.ts',
      title: 'whoever lost the turn to somebody else moves no clock',
    },
    {
      line: 'select min(run_at) filter (where lease_token is null or run_at <= now()), coalesce(bool_or(lease_token is not null and run_at > now()), false)',
      why: 'Where everything else is leased the clock stands still either way; with something else due, that comes first either way.',
    },
    {
      line: 'order by run_at, transaction_id, kind limit c_most for update skip locked',
      test: 'lib/sandbox/locks.db.test.ts',
      title: 'takes what is due of operations but what somebody has locked, and waits for nobody',
    },
    {
      line: 'order by x.run_at, x.id limit c_most for update of x skip locked',
      test: 'lib/sandbox/locks.db.test.ts',
      title: 'takes what is due of deliveries but what somebody has locked, and waits for nobody',
    },
    {
      line: "perform from transactions where client_id = p_client and environment = 'SANDBOX' and id = any (v_open) order by id for update;",
      test: 'lib/sandbox/locks.db.test.ts',
      title: 'time locks what it moves in one order, so that nobody waits for it who holds what it wants',
    },
    {
      line: "where client_id = p_client and environment = 'SANDBOX' and (lease_token is null or run_at <= now());",
      test: 'lib/sandbox/locks.db.test.ts',
      title: 'time does not move what an operation’s worker has in hand',
    },
    {
      line: "where client_id = p_client and environment = 'SANDBOX' and status = 'PENDING' and (lease_token is null or run_at <= now());",
      test: 'lib/sandbox/locks.db.test.ts',
      title: 'time does not move what a delivery’s worker has in hand',
    },
  ],
  'db/large-indexes.ts': [
    {
      line: 'const [row] = await sql`select pg_try_advisory_lock(hashtext({LOCK})) as got`;',
      test: 'db/large-indexes.db.test.ts',
      title: 'is built by one of several starts while others write, and the migration finds it',
    },
  ],
  'db/migrate.ts': [
    {
      line: "await sql`select pg_advisory_lock(hashtext('kaira migrate'))`;",
      test: 'db/fitness.db.test.ts',
      title: 'a migration that waits for a lock says who holds it, and ends when it is told to',
    },
  ],
  'lib/applications/answer-application.ts': [
    {
      line: "where client_id = {clientId} and status = 'SUBMITTED' and version = {version}",
      test: 'lib/applications/locks.db.test.ts',
      title: 'papers that change while they are answered are not answered',
    },
    {
      line: "where client_id = {clientId} and status = 'SUBMITTED' and version = {version} and {found.version} = {version}::int",
      test: 'lib/applications/locks.db.test.ts',
      title: 'papers that change while an operator would approve them are not proposed',
    },
  ],
  'lib/applications/decide-application.ts': [
    {
      line: "where client_id = {request.client_id} and status = 'PROPOSED' and version = {request.details.version}::int for update",
      test: 'lib/applications/locks.db.test.ts',
      title: 'papers that change while the second operator approves them are not approved',
    },
    {
      line: "where client_id = {request.client_id} and status = 'PROPOSED' and version = {request.details.version}::int for update",
      nth: 2,
      test: 'lib/applications/locks.db.test.ts',
      title: 'papers that change while the second operator approves them are not approved',
    },
  ],
  'lib/applications/papers.ts': [
    {
      line: 'where client_id = {ctx.client.id} and status = any ({[...writable]}) for update',
      test: 'lib/applications/locks.db.test.ts',
      title: 'a file of papers that are being handed in is not taken away',
    },
  ],
  'lib/applications/submit-application.ts': [
    {
      line: 'where client_id = {ctx.client.id} and version = {found.version} and status = any ({[...writable]})',
      test: 'lib/applications/locks.db.test.ts',
      title:
        'papers that are written while they are handed in are handed in once more by whoever has read them',
    },
  ],
  'lib/approvals/decide-approval.ts': [
    {
      line: 'select ip_allowlist from clients where id = {request.client_id} for update',
      test: 'lib/users/locks.db.test.ts',
      title: 'whose addresses two set: the approval says what the first one left',
    },
    {
      line: "where a.client_id = {request.client_id} and a.id = {request.id} and a.status = 'PENDING'",
      part: " and a.status = 'PENDING'",
      test: 'lib/users/locks.db.test.ts',
      title: 'that is rejected meanwhile is not approved',
    },
  ],
  'lib/approvals/withdraw-approval.ts': [
    {
      line: "select * from approvals where client_id = {clientId} and id = {id} and kind = any ({[...clientKinds, 'settlement_account']}) for update",
      test: 'lib/users/locks.db.test.ts',
      title: 'that is approved meanwhile is withdrawn as what it is by then',
    },
  ],
  'lib/auth/ask-for-password-reset.ts': [
    {
      line: 'select id, email, name from users where id = {user?.id ?? null} and disabled_at is null for share',
      test: 'lib/users/locks.db.test.ts',
      title: 'who is disabled meanwhile gets no link for a new password',
    },
  ],
  'lib/auth/log-in.ts': [
    {
      line: 'for share',
      test: 'lib/users/locks.db.test.ts',
      title: 'who is disabled while they log in has no session',
    },
  ],
  'lib/auth/sessions.ts': [
    {
      line: 'for update`;',
      test: 'lib/users/locks.db.test.ts',
      title: 'who logs in twice: the log says of the second which session it ended',
    },
  ],
  'lib/auth/two-factor.ts': [
    {
      line: 'with changed as (select id from users where id = {ctx.user.id} and totp_enabled_at is not null for update),',
      test: 'lib/users/locks.db.test.ts',
      title: 'who switches the second factor off meanwhile has no recovery codes for it',
    },
  ],
  'lib/cases/decide-settlement.ts': [
    {
      line: "and coalesce((proposal ->> 'confirmed_at')::timestamptz, '-infinity')",
      part: "coalesce((proposal ->> 'confirmed_at')::timestamptz, '-infinity')",
      instead: "'-infinity'::timestamptz",
      test: 'lib/cases/locks.db.test.ts',
      title: 'is confirmed by one of two: the other is refused',
    },
    {
      line: "where id = {id} and status = 'OPEN' and proposed_at = {proposed_at} and proposed_by <> {ctx.user.id}",
      part: 'proposed_at = {proposed_at}',
      instead: 'true',
      test: 'lib/cases/locks.db.test.ts',
      title: 'and is replaced meanwhile is not confirmed unseen',
    },
    {
      line: "where id = {id} and status = 'OPEN' and proposed_at = {proposed_at} and not proposal ? 'confirmed_at'",
      part: " and not proposal ? 'confirmed_at'",
      test: 'lib/cases/locks.db.test.ts',
      title: 'and is confirmed meanwhile is not rejected',
    },
  ],
  'lib/cases/open-case.ts': [
    {
      line: 'on conflict do nothing returning id`;',
      part: 'on conflict do nothing ',
      test: 'lib/cases/locks.db.test.ts',
      title: 'a case that two find is opened once',
    },
  ],
  'lib/clients/change-client-rail.ts': [
    {
      line: 'select id from clients where id = {clientId} for update',
      why: 'Whether there is something to switch on is asked of the rows as the statement found them when it began, and the row itself decides between two: the lock keeps the order in which both are told, which no answer shows.',
    },
  ],
  'lib/clients/update-client.ts': [
    {
      line: 'select * from clients where id = {id} for update',
      test: 'lib/users/locks.db.test.ts',
      title: 'that two change: the log says of the second what the first one left',
    },
    {
      line: 'select * from clients where id = {id} for update',
      nth: 2,
      test: 'lib/users/locks.db.test.ts',
      title: 'that two suspend is suspended by one: the other leaves no line',
    },
  ],
  'lib/collections/cancel-collection.ts': [
    {
      line: 'if (moved || transaction.version === version) break;',
      test: 'lib/rail-work/locks.db.test.ts',
      title: 'is cancelled once it was looked at anew',
    },
  ],
  'lib/http/idempotency.ts': [
    {
      line: 'where k.response_status is null and k.lease_until < now() and k.fingerprint in {sql(known)}',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'a request whose key another one has in hand waits for its turn',
    },
    {
      line: 'and lease_token = {lease.leaseToken}`;',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'of a request, its answer',
    },
    {
      line: 'and lease_token = {lease.leaseToken}`;',
      nth: 2,
      test: 'lib/jobs/locks.db.test.ts',
      title: 'of a request, that its key is free',
    },
  ],
  'lib/jobs/payout-batches.ts': [
    {
      line: "where b.status = 'RUNNING' and b.run_at <= now() order by b.run_at limit {limit} for update of b skip locked",
      test: 'lib/jobs/locks.db.test.ts',
      title: 'files of payouts',
    },
    {
      line: "run_at = case when b.status = 'RUNNING' and lease_token = {batch.leaseToken}",
      test: 'lib/jobs/locks.db.test.ts',
      title: 'of a file of payouts: neither its end, nor that it is tried again, nor a longer lease',
    },
    {
      line: "returning b.status = 'RUNNING' and lease_token = {batch.leaseToken} as ours`;",
      test: 'lib/jobs/locks.db.test.ts',
      title: 'of a file of payouts: neither its end, nor that it is tried again, nor a longer lease',
    },
    {
      line: "where {batchIs(batch)} and b.status = 'RUNNING' and lease_token = {batch.leaseToken}`;",
      test: 'lib/jobs/locks.db.test.ts',
      title: 'of a file of payouts: neither its end, nor that it is tried again, nor a longer lease',
    },
    {
      line: "where {batchIs(batch)} and b.status = 'RUNNING' and lease_token = {batch.leaseToken} returning b.*",
      test: 'lib/jobs/locks.db.test.ts',
      title: 'of a file that has no row left',
    },
  ],
  'lib/jobs/retention.ts': [
    {
      line: 'where created_at < now() - {ANSWERS_KEPT}::interval order by created_at limit {most} for update skip locked))`;',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'answers that are forgotten',
    },
  ],
  'lib/keys/revoke-key.ts': [
    {
      line: 'where id = {id} and client_id = {ctx.client.id} and environment = {ctx.environment} for update',
      test: 'lib/users/locks.db.test.ts',
      title: 'a key that two revoke is revoked by one: the other leaves no line, and is told when',
    },
  ],
  'lib/ledger/run-audit.ts': [
    {
      line: "where pg_try_advisory_xact_lock(hashtext('kaira ledger_audits')) and not exists (",
      test: 'lib/ledger/locks.db.test.ts',
      title: 'a recount is begun by one of two operators: the other is told of it',
    },
  ],
  'lib/messages/send-message.ts': [
    {
      line: "where run_at <= now() and address like '%@%' order by run_at limit {limit} for update skip locked",
      test: 'lib/jobs/locks.db.test.ts',
      title: 'letters',
    },
    { line: 'for update skip locked', test: 'lib/jobs/locks.db.test.ts', title: 'texts' },
    {
      line: "return sqlClient()`event = {event} and address = {address} and lease_token = {leaseToken} and status = 'SENDING'`;",
      test: 'lib/jobs/locks.db.test.ts',
      title: 'of a message',
    },
  ],
  'lib/notices/work-notice.ts': [
    {
      line: 'where run_at <= now() order by run_at limit {limit} for update skip locked',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'notices of rails',
    },
    {
      line: 'where provider = {claimed.provider} and dedupe_id = {claimed.dedupeId} and lease_token = {claimed.leaseToken}`;',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'of a notice',
    },
  ],
  'lib/payment-approvals/carry-out.ts': [
    {
      line: 'order by w.decided_at limit {AT_ONCE} for update of w skip locked',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'payments that were approved',
    },
  ],
  'lib/payment-approvals/decide-payment.ts': [
    {
      line: 'select id, payout_approval_above_bututs as present from clients where id = {ctx.client.id} for update',
      test: 'lib/users/locks.db.test.ts',
      title: 'whose threshold is changed meanwhile has not the one that was asked for before',
    },
    {
      line: "and a.status = 'PENDING' and not {isUnused(ctx.now())}`;",
      part: "and a.status = 'PENDING' ",
      test: 'lib/users/locks.db.test.ts',
      title: 'to pay that two approve is approved by one',
    },
  ],
  'lib/payment-links/close-attempt.ts': [
    {
      line: 'if (closed.moved || transaction.version === version) break;',
      test: 'lib/rail-work/locks.db.test.ts',
      title: 'is closed before another wallet is chosen, once it was looked at anew',
    },
  ],
  'lib/payment-links/update-payment-link.ts': [
    {
      line: 'select * from payment_links where {ownLinks(ctx)} and id = {id} for update',
      test: 'lib/users/locks.db.test.ts',
      title: 'a payment link that two change: the log says of the second what the first one left',
    },
  ],
  'lib/payment-requests/close-request.ts': [
    {
      line: 'select * from payment_links l where {ownRequests(ctx)} and l.id = {request.link.id} for update',
      test: 'lib/payment-requests/locks.db.test.ts',
      title: 'a request that is being paid is not marked as paid by hand',
    },
  ],
  'lib/payment-requests/take-back-mark.ts': [
    {
      line: "select * from payment_links l where {ownRequests(ctx)} and l.id = {link.id} and l.request_hash <> '' for update",
      test: 'lib/payment-requests/locks.db.test.ts',
      title: 'a mark is not taken back of a request whose customer is being erased',
    },
  ],
  'lib/payout-batches/check-names.ts': [
    {
      line: 'for update',
      test: 'lib/payout-batches/locks.db.test.ts',
      title: 'what a rail says of names is kept without a lock that whoever mends rows waits for',
    },
  ],
  'lib/payout-batches/confirm-batch.ts': [
    {
      line: 'and version = {batch.version}',
      test: 'lib/payout-batches/locks.db.test.ts',
      title: 'a file that is mended while it is confirmed is not confirmed unseen',
    },
    {
      line: 'if (version === undefined || version === batch.version) return;',
      test: 'lib/payout-batches/locks.db.test.ts',
      title: 'a file that was mended since it was looked at is not confirmed',
    },
  ],
  'lib/payout-batches/mend-row.ts': [
    {
      line: "and status = 'CHECKED' and version = {batch.version} and not {askedFor(ctx, batch.id)}",
      test: 'lib/payout-batches/locks.db.test.ts',
      title: 'rows that two mend: the second one decides anew by what the first one left',
    },
  ],
  'lib/rail-work/close.ts': [
    {
      line: "told.kind === 'done' && told.value === 'absent' && present.version === collection.version",
      test: 'lib/rail-work/locks.db.test.ts',
      title: 'and that its rail never heard of is not ended by what was read before',
    },
    {
      line: "if (told.kind !== 'done' || told.value === 'already_paid' || present.version !== collection.version)",
      test: 'lib/rail-work/locks.db.test.ts',
      title: 'is not ended by what was read before',
    },
  ],
  'lib/rail-work/reverse.ts': [
    {
      line: "present.status === 'SUCCEEDED' && (isRepeat || present.version === payout.version)",
      test: 'lib/rail-work/locks.db.test.ts',
      title: 'a payout that somebody else changes meanwhile is not taken back by what was read before',
    },
  ],
  'lib/rail-work/run.ts': [
    {
      line: 'and (lease_token is null or run_at <= now())',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'an operation that somebody has in hand is not taken from them before their lease is over',
    },
  ],
  'lib/rail-work/turn.ts': [
    {
      line: 'order by o.run_at limit q.room for update skip locked',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'operations of rails',
    },
    {
      line: 'and lease_token = {leaseToken}`;',
      test: 'lib/jobs/locks.db.test.ts',
      title: 'of an operation that nothing is left of',
    },
    {
      line: 'and lease_token = {leaseToken}`;',
      nth: 2,
      test: 'lib/jobs/locks.db.test.ts',
      title: 'of an operation that is to be done again',
    },
  ],
  'lib/rails/book-house-money.ts': [
    {
      line: "waiting: sql`select id from approvals where {own} and status = 'PENDING' for update`,",
      test: 'lib/users/locks.db.test.ts',
      title: 'money of the house whose request is rejected meanwhile is not booked',
    },
  ],
  'lib/rails/watch-rails.ts': [
    {
      line: 'order by provider, direction for update skip locked',
      test: 'lib/rails/watch-rails.db.test.ts',
      title: 'a worker leaves a direction that another one has in hand, and waits for nobody',
    },
  ],
  'lib/recipients/update-recipient.ts': [
    {
      line: 'select * from recipients where {ownRecipients(ctx)} and id = {id} and deleted_at is null for update',
      test: 'lib/users/locks.db.test.ts',
      title: 'a recipient that two change: the log says of the second what the first one left',
    },
  ],
  'lib/sandbox/advance-clock.ts': [
    {
      line: 'where c.lease_until <= now() returning 1`;',
      test: 'lib/sandbox/locks.db.test.ts',
      title: 'a turn is taken when the one before it is over, and given back by its holder alone',
    },
    {
      line: 'update sandbox_clocks set lease_until = now() where client_id = {clientId} and lease_token = {token}`;',
      test: 'lib/sandbox/locks.db.test.ts',
      title: 'a turn that somebody else has taken over is not given back',
    },
  ],
  'lib/sandbox/clock-deliveries.ts': [
    {
      line: "where client_id = {ctx.client.id} and environment = 'SANDBOX' and status = 'PENDING' and lease_token = {token}`;",
      test: 'lib/sandbox/locks.db.test.ts',
      title: 'attempts what it has taken itself, and gives back nothing else',
    },
    {
      line: "where d.client_id = {client.id} and d.environment = 'SANDBOX' and d.status = 'PENDING' and d.lease_token = {token}",
      test: 'lib/sandbox/locks.db.test.ts',
      title: 'attempts what it has taken itself, and gives back nothing else',
    },
  ],
  'lib/sandbox/clock-steps.ts': [
    {
      line: 'where client_id = {client.id} and transaction_id = {id} and kind = {kind} and lease_token = {token}`;',
      test: 'lib/sandbox/locks.db.test.ts',
      title: 'an operation that failed is left to whoever has taken it over',
    },
  ],
  'lib/till/till-items.ts': [
    {
      line: 'const saved = before.version === body.version ? await store(ctx, before, items) : undefined;',
      test: 'lib/payment-requests/locks.db.test.ts',
      title: 'items of a till that were changed since they were looked at are not overwritten',
    },
    {
      line: 'where tills.version = {before.version}',
      test: 'lib/payment-requests/locks.db.test.ts',
      title: 'items of a till that somebody else changes meanwhile are not overwritten',
    },
  ],
  'lib/transactions/commit-together.ts': [
    {
      line: 'where id = {id}::uuid and (version > {version}::int or version = {version}::int and updated_at = {at}::timestamptz))`;',
      why: 'No race: whether a database has what was acknowledged; a version of a payment is known by its time as well.',
    },
  ],
  'lib/users/invite-user.ts': [
    {
      line: 'select id, coalesce(invited_as, email) as email, name, role, confirmed_at from users where id = {user.id} and disabled_at is null for update',
      test: 'lib/users/locks.db.test.ts',
      title: 'who is disabled meanwhile is invited by nobody',
    },
  ],
  'lib/users/rename-account.ts': [
    {
      line: 'with earlier as (select id, name from users where id = {ctx.user.id} for update),',
      test: 'lib/users/locks.db.test.ts',
      title: 'who is renamed twice: the log says of the second what the first one left',
    },
  ],
  'lib/users/reveal-link.ts': [
    {
      line: ': sql`select u.id, coalesce(u.invited_as, u.email) as email, u.name from users u join taken t on t.client_id = u.client_id where u.id = {userId} for update of u`',
      test: 'lib/users/locks.db.test.ts',
      title: 'a link that an operator reveals is dead when its person is shut out meanwhile',
    },
  ],
  'lib/users/update-user.ts': [
    {
      line: 'from users where client_id is not distinct from {clientId} order by id for update',
      test: 'lib/users/locks.db.test.ts',
      title: 'who is one of two owners is not shut out while the other one is',
    },
  ],
  'lib/webhooks/deliver.ts': [
    {
      line: 'where d.client_id = t.client_id and d.environment = t.environment and d.id = t.id and d.lease_token = t.lease_token',
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'is not written down as delivered by who had it before',
    },
    {
      line: 'and lease_token = {delivery.leaseToken}',
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'is not written down as failed by who had it before',
    },
    {
      line: "and p.status = 'PENDING' and (p.lease_token is null or p.run_at < now())",
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'and has a lease is skipped when that is over',
    },
    {
      line: 'limit {SKIP_AT_ONCE} for share of w for update of p skip locked',
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'is not skipped while the endpoint is being resumed',
    },
    {
      line: 'limit {SKIP_AT_ONCE} for share of w for update of p skip locked',
      nth: 2,
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'is skipped but for what somebody else has locked, and nobody is waited for',
    },
  ],
  'lib/webhooks/endpoints.ts': [
    {
      line: 'for update',
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'that two change: the log says of the second how the first one left it',
    },
  ],
  'lib/webhooks/held-back.ts': [
    {
      line: "and d.status = 'PENDING' and d.attempts = 0 and d.lease_token is null and d.run_at > now()",
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'is not released by a scenario of the sandbox, nor counted among what it holds back',
    },
    {
      line: 'where d.client_id = {clientId} and d.environment = {environment} and d.id = h.id and d.lease_token is null',
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'is not released by a scenario that found it before',
    },
  ],
  'lib/webhooks/resend.ts': [
    {
      line: 'and d.lease_token is null',
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'is not sent again by whoever asks for it',
    },
    {
      line: 'and (not {isWaiting} or (d.attempts > d.attempts_at_resend and d.lease_token is null and d.run_at > now()))',
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'is not sent again with all that failed',
    },
    {
      line: 'order by d.endpoint_id, d.status, d.id limit {BATCH_SIZE} for update of d skip locked',
      test: 'lib/webhooks/locks.db.test.ts',
      title: 'leaves what somebody else has locked, and does not wait for it',
    },
  ],
};
