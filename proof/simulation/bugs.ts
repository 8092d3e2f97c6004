// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is looked for is source text.
import { bugsOfSales } from './bugs-of-sales.ts';
import { bugsOfTheHouse } from './bugs-of-the-house.ts';
import type { PlantedSource } from './loader.ts';

// Mistakes that a payment gateway is known to make, one at a time put into the product while it is loaded, or into the
// SQL of the run's own database. A checker that lets one of them pass is mended until it does not.

export interface PlantedBug {
  name: string;
  /** The mistake, in one line. */
  mistake: string;
  /** In TypeScript modules. */
  sources?: readonly PlantedSource[];
  /** In files of `db/functions/`. */
  sql?: readonly PlantedSource[];
  /** Done to the database before the run. */
  statements?: readonly string[];
}

const commit = 'db/functions/30_commit_changes.sql';
const room = 'db/functions/26_room.sql';
const rows = 'db/functions/28_write_rows.sql';
const guards = 'db/functions/10_guards.sql';
const states = 'lib/transactions/state.ts';
const table = 'export const edges: readonly Edge[] = [';
const charging = 'lib/rail-work/charge.ts';
const closing = 'lib/rail-work/close.ts';
const sending = 'lib/rail-work/send.ts';
const payoutBooks = 'lib/rail-work/book-payout.ts';
const judging = 'lib/rail-work/judge.ts';
const turns = 'lib/rail-work/turn.ts';
const runs = 'lib/rail-work/run.ts';
const cancelling = 'lib/payouts/cancel-payout.ts';
const sideOfRails = 'lib/transactions/rail-side.ts';
const wire = 'lib/rails/wire.ts';
const ofW = 'lib/rails/provider-w/translate.ts';
const believesNoKey = "return outcome.kind === 'not_sent' ? unknown(outcome.why) : outcome;";

export const bugs: readonly PlantedBug[] = [
  {
    name: 'collection-reference-index-dropped',
    mistake:
      'the unique index on references is gone, and nothing else keeps a collection from beginning twice',
    statements: ['drop index transactions_reference'],
  },
  {
    name: 'payout-reference-not-looked-for',
    mistake: 'a payout looks for no earlier one under its reference, and the unique index is gone',
    sql: [{ file: commit, find: 'attempt >= n.attempt', put: 'false' }],
    statements: ['drop index transactions_reference'],
  },
  {
    name: 'version-check-dropped',
    mistake: 'a change is committed on a row that somebody else has changed since it was read',
    sql: [
      {
        file: commit,
        find: "if not found or t.version <> (c->>'version')::int then",
        put: 'if not found then',
      },
    ],
  },
  {
    name: 'balance-not-checked',
    mistake: 'a payout takes more than the balance has',
    sql: [{ file: commit, find: 'if v_available < v_debit then', put: 'if false then' }],
  },
  {
    name: 'balance-checked-without-what-is-unfolded',
    mistake: 'a payout is refused although the money is there: what was credited last is not counted',
    sql: [
      {
        file: room,
        find: 'return -(v_balance + coalesce((',
        put: 'return -(v_balance + 0 * coalesce((',
      },
    ],
  },
  {
    name: 'payout-not-reserved',
    mistake: 'a payout takes its money from the balance when it is delivered, not when it is accepted',
    sources: [
      {
        file: states,
        find: "payout(null, 'initiated', 'PENDING', 'payout_accepted', 'reserve', null),",
        put: "payout(null, 'initiated', 'PENDING', null, 'reserve', null),",
      },
      {
        file: 'lib/ledger/postings.ts',
        find: "payout_delivered: () => [own('held', amount), float(-amount)],",
        put: "payout_delivered: () => [own('available', amount), float(-amount)],",
      },
    ],
  },
  {
    name: 'event-not-written',
    mistake: 'a late payment is credited and announced to nobody',
    sources: [
      {
        file: 'lib/transactions/advance.ts',
        find: 'if (change.event !== null) {\n    const { body',
        put: 'if (change.event !== null && !after.late) {\n    const { body',
      },
    ],
  },
  {
    name: 'event-told-to-nobody',
    mistake: 'no delivery is made for an event of a payout',
    sql: [
      {
        file: rows,
        find: 'where client_id = (ns[i]).client_id and environment = (ns[i]).environment and deleted_at is null offset 0',
        put: "where client_id = (ns[i]).client_id and environment = (ns[i]).environment and deleted_at is null and (ns[i]).type <> 'payout' offset 0",
      },
    ],
  },
  {
    name: 'payout-repeated-with-a-new-key',
    mistake: 'each try to send a payout has a rail key of its own',
    sources: [
      {
        file: 'lib/rails/provider-w/live.ts',
        find: 'const idempotencyKey = key;',
        put: 'const idempotencyKey = `${key.slice(0, 24)}${String(Date.now()).slice(-12)}`;',
      },
    ],
  },
  {
    name: 'payout-of-a-rail-without-keys-sent-again',
    mistake: 'PROVIDER_A, which knows no keys, is sent a payout again whose answer was lost',
    sources: [
      {
        file: turns,
        find: "const mayRepeat = traitsOf(payout.provider).payoutRepeat === 'by_key' && !isKeyOld;",
        put: 'const mayRepeat = !isKeyOld;',
      },
    ],
    sql: [
      {
        file: rows,
        find: "in ('charge', 'send', 'refund') and exists (",
        put: "in ('charge') and exists (",
      },
    ],
  },
  {
    name: 'payout-sent-before-it-is-stored',
    mistake: 'the rail is asked to pay before the payout is committed, or the balance checked',
    sources: [
      {
        file: runs,
        find: '  if (isRecorded) {\n    const operation',
        put: "  if (kind === 'send' && work.isNew) await work.ask(connected.rail, call, start);\n  if (isRecorded) {\n    const operation",
      },
    ],
  },
  {
    name: 'unknown-payout-called-failed',
    mistake: 'a payout whose answer was lost is taken for refused, and its money given back',
    sources: [
      {
        file: sending,
        find: "if (answer.kind === 'refused') return bookRefusal(present, answer.failure, now);",
        put: "if (answer.kind === 'unknown') return bookRefusal(present, { code: 'PROVIDER_ERROR', message: answer.why }, now);\n  if (answer.kind === 'refused') return bookRefusal(present, answer.failure, now);",
      },
    ],
  },
  {
    name: 'unknown-collection-called-failed',
    mistake: 'a charge whose answer was lost is taken for refused',
    sources: [
      {
        file: charging,
        find: "answer.kind === 'refused'\n      ? collectionEnd(present, { state: 'FAILED', failure: answer.failure }, null, now)",
        put: "answer.kind === 'refused' || answer.kind === 'unknown'\n      ? collectionEnd(present, { state: 'FAILED', failure: 'failure' in answer ? answer.failure : { code: 'PROVIDER_ERROR', message: answer.why } }, null, now)",
      },
    ],
  },
  {
    name: 'unknown-charge-made-again',
    mistake: 'PROVIDER_A, which cannot be asked, charges a wallet again after an answer that was lost',
    sources: [
      {
        file: charging,
        find: "if (last?.outcome === 'not_sent') {",
        put: "if (last?.outcome === 'not_sent' || last?.outcome === 'unknown') {",
      },
      {
        file: charging,
        find: "if (answer.kind === 'not_sent' && !isFinal(present.status)) {",
        put: "if ((answer.kind === 'not_sent' || answer.kind === 'unknown') && !isFinal(present.status)) {",
      },
    ],
    sql: [
      { file: rows, find: "in ('charge', 'send', 'refund') and exists (", put: "in ('send') and exists (" },
    ],
  },
  {
    name: 'notice-believed-without-asking',
    mistake: 'what a notice says is booked, and the rail is not asked',
    sources: [
      {
        file: 'lib/notices/work-notice.ts',
        find: 'if (!traitsOf(transaction.provider).pollable) {',
        put: 'if (notice !== undefined) {',
      },
    ],
  },
  {
    name: 'notice-signature-not-checked',
    mistake: 'a notice that the rail did not sign is believed',
    sources: [
      { file: 'lib/rails/notice-signature.ts', find: '  return found;', put: '  return found || true;' },
    ],
  },
  {
    name: 'amount-not-checked',
    mistake: 'the amount that a rail names is not compared with ours',
    sources: [
      {
        file: sideOfRails,
        find: 'if (facts.amountBututs !== null && facts.amountBututs !== amountBututs) {',
        put: 'if (facts.amountBututs === 0n) {',
      },
    ],
  },
  {
    name: 'currency-not-checked',
    mistake: 'the currency that a rail names is not compared with ours',
    sources: [
      {
        file: sideOfRails,
        find: "if (facts.currency !== null && facts.currency !== 'GMD') {",
        put: "if (facts.currency === '') {",
      },
    ],
  },
  {
    name: 'notice-acknowledged-before-it-is-stored',
    mistake: 'a rail is answered 200 for a notice whose storing failed',
    sources: [
      {
        file: 'lib/notices/notice-route.ts',
        find: "await receiveNotice(rail ?? '', raw, request.headers, new Date(), () => requireRateOfRefused(peer));",
        put: "void receiveNotice(rail ?? '', raw, request.headers, new Date()).catch(() => {});",
      },
    ],
  },
  {
    name: 'expired-by-the-timer-alone',
    mistake: 'a collection expires when its time is over, whatever the rail says',
    sources: [
      {
        file: closing,
        find: "  const declined = ending === 'rail_expired' ?",
        put: "  if (ending === 'rail_expired') return bookCollectionNews(ctx, collection, { state: 'EXPIRED' }, { answer });\n  const declined = ending === 'rail_expired' ?",
      },
    ],
  },
  {
    name: 'cancelled-without-closing-at-the-rail',
    mistake: 'a collection is cancelled in our books while the rail still takes its payment',
    sources: [
      {
        file: closing,
        find: "if (told.kind !== 'done' || told.value === 'already_paid' || present.version",
        put: "if ((told.kind === 'done' && told.value === 'already_paid') || present.version",
      },
    ],
  },
  {
    name: 'late-success-dropped',
    mistake: 'what is paid after a collection has expired is not credited',
    sources: [
      {
        file: states,
        find: "  collection('EXPIRED', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),\n",
        put: '',
      },
    ],
  },
  {
    name: 'repeated-success-credited-again',
    mistake: 'news of a payment that is booked already books it again',
    sources: [
      {
        file: states,
        find: table,
        put: `${table}\n  collection('SUCCEEDED', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),`,
      },
    ],
  },
  {
    name: 'terminal-status-overwritten',
    mistake: 'a payout that was delivered fails when an older word of the rail comes in',
    sources: [
      {
        file: states,
        find: table,
        put: `${table}\n  payout('SUCCEEDED', 'payout_refused', 'FAILED', 'payout_returned', null, 'payout.failed'),`,
      },
      {
        file: sending,
        find: "if (answer.kind === 'refused') return bookRefusal(present, answer.failure, now);",
        put: "if (answer.kind === 'unknown' && present.status === 'SUCCEEDED')\n    return bookRefusal(present, { code: 'PROVIDER_ERROR', message: answer.why }, now);\n  if (answer.kind === 'refused') return bookRefusal(present, answer.failure, now);",
      },
    ],
    sql: [
      {
        file: guards,
        find: "('payout', 'SUCCEEDED', 'REVERSED')",
        put: "('payout', 'SUCCEEDED', 'REVERSED'), ('payout', 'SUCCEEDED', 'FAILED')",
      },
    ],
  },
  {
    name: 'reversed-twice',
    mistake: 'a payout that came back is credited once more when the rail says so again',
    sources: [
      {
        file: states,
        find: table,
        put: `${table}\n  payout('REVERSED', 'payout_reversed', 'REVERSED', 'payout_reversed', null, 'payout.reversed'),`,
      },
      {
        file: payoutBooks,
        find: "status === 'SUCCEEDED' ? [] :",
        put: "status === 'SUCCEEDED' || status === 'REVERSED' ? [] :",
      },
      {
        file: payoutBooks,
        find: "const isDone = status === news.state || status === 'REVERSED';",
        put: "const isDone = status === news.state && status !== 'REVERSED';",
      },
    ],
  },
  {
    name: 'reversal-booked-without-a-yes',
    mistake: 'a reversal whose answer was lost is booked as done',
    sources: [
      {
        file: 'lib/rail-work/reverse.ts',
        find: "if (told.kind === 'done') {",
        put: "if (told.kind !== 'refused') {",
      },
    ],
  },
  {
    name: 'payout-cancelled-while-it-is-sent',
    mistake: 'a payout that was sent to its rail can be cancelled',
    sources: [
      {
        file: cancelling,
        find: "return sent.every(({ outcome }) => outcome === 'not_sent' || outcome === 'refused');",
        put: 'return sent.length >= 0;',
      },
    ],
  },
  {
    name: 'database-fault-taken-for-success',
    mistake: 'a commit that a deadlock, a timeout or a lost connection ended is taken for done',
    sources: [
      {
        file: 'lib/transactions/advance.ts',
        find: 'const committed = await commit().catch((error: { code?: unknown }) => {',
        put: "const committed = await commit().catch((error: { code?: unknown }) => {\n    if (isDatabaseAway(error)) return { outcome: 'done' as const };",
      },
    ],
  },
  {
    name: 'acknowledged-before-the-commit',
    mistake: 'a payout is answered 200 when its commit failed',
    sources: [
      {
        file: 'lib/payouts/initiate-payout.ts',
        find: 'const sent = () => send(ctx, draft, { isNew: true, begin: () => [accept()], answer: resultOf });',
        put: 'const sent = () => send(ctx, draft, { isNew: true, begin: () => [accept()], answer: resultOf }).catch(() => ({ transaction: draft, moved: true, refusal: undefined }));',
      },
      {
        file: 'lib/payouts/initiate-payout.ts',
        find: 'const kept = await commitChanges(ctx, [held], result);',
        put: "const kept = await commitChanges(ctx, [held], result).catch(() => ({ outcome: 'done' as const }));",
      },
    ],
  },
  {
    name: 'payout-outcome-never-asked-for',
    mistake: 'a payout whose answer was lost is looked into by nobody',
    sources: [
      {
        file: payoutBooks,
        find: 'const operations = nextOf(kind, end, turns, now, taken);',
        put: "const operations = end === 'unknown' ? [] : nextOf(kind, end, turns, now, taken);",
      },
    ],
  },
  {
    name: 'commission-by-floats',
    mistake: 'the commission is computed in floats and rounded as text',
    sources: [
      {
        file: 'lib/money.ts',
        find: 'return (amount * BigInt(bps) + BASIS_POINTS / 2n) / BASIS_POINTS;',
        put: 'return BigInt(Math.round(Number((((Number(amount) / 100) * bps) / 10_000).toFixed(2)) * 100));',
      },
    ],
  },
  {
    name: 'commission-not-booked',
    mistake: 'the client is credited the gross',
    sources: [
      {
        file: 'lib/ledger/postings.ts',
        find: "own('available', -(amount - commission)),\n      own('commission', -commission),",
        put: "own('available', -amount),",
      },
    ],
  },
  {
    name: 'commission-taken-twice',
    mistake: 'the client is credited the net less another commission',
    sources: [
      {
        file: 'lib/ledger/postings.ts',
        find: "own('available', -(amount - commission)),\n      own('commission', -commission),",
        put: "own('available', -(amount - 2n * commission)),\n      own('commission', -2n * commission),",
      },
    ],
  },
  {
    name: 'float-never-given-back',
    mistake: 'a payout that the rail refuses keeps its share of the float',
    sources: [
      {
        file: states,
        find: "'payout_refused', 'FAILED', 'payout_returned', 'release', 'payout.failed'),",
        put: "'payout_refused', 'FAILED', 'payout_returned', null, 'payout.failed'),",
      },
    ],
  },
  {
    name: 'float-reserved-twice',
    mistake: 'a payout sets aside twice its amount of the float',
    sql: [
      {
        file: room,
        find: 'reserved_bututs = reserved_bututs + v_reserve,',
        put: 'reserved_bututs = reserved_bututs + greatest(v_reserve, 2 * v_reserve),',
      },
    ],
  },
  {
    name: 'held-payout-released-without-its-float',
    mistake: 'a payout that waited goes out without setting aside its share of the float',
    sources: [
      {
        file: states,
        find: "'float_funded', 'PENDING', null, 'reserve', 'payout.pending'),",
        put: "'float_funded', 'PENDING', null, null, 'payout.pending'),",
      },
    ],
  },
  {
    name: 'balance-shows-what-is-held',
    mistake: 'the balance that a client is told counts what is held for payouts as available',
    sources: [
      {
        file: 'lib/clients/account-figures.ts',
        find: "sumOf(books, 'available')),",
        put: "sumOf(books, 'available') + sumOf(books, 'held')),",
      },
    ],
  },
  {
    name: 'environment-filter-skipped',
    mistake: 'a sandbox key finds a live transaction',
    sources: [
      {
        file: 'lib/transactions/read.ts',
        find: 'select * from transactions where client_id = ${own.client} and environment = ${own.environment} and id = ${id}`;',
        put: 'select * from transactions where client_id = ${own.client} and id = ${id} and (environment = ${own.environment} or true)`;',
      },
    ],
  },
  {
    name: 'client-filter-skipped',
    mistake: 'a key finds the transaction of another client',
    sources: [
      {
        file: 'lib/transactions/read.ts',
        find: 'select * from transactions where client_id = ${own.client} and environment = ${own.environment} and id = ${id}`;',
        put: 'select * from transactions where environment = ${own.environment} and id = ${id} and (client_id = ${own.client} or true)`;',
      },
    ],
  },
  {
    name: 'webhook-body-changed-on-resend',
    mistake: 'a webhook that is sent again has another body',
    sources: [
      {
        file: 'lib/webhooks/deliver.ts',
        find: 'body: row.body,',
        put: 'body: row.attempts === 0 ? row.body : JSON.stringify({ ...JSON.parse(row.body), attempt: row.attempts + 1 }),',
      },
    ],
  },
  {
    name: 'webhook-signed-with-the-wrong-key',
    mistake: 'a webhook is signed with the text of its secret instead of what the text encodes',
    sources: [
      {
        file: 'lib/webhooks/signature.ts',
        find: "const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');",
        put: 'const key = Buffer.from(secret);',
      },
    ],
  },
  {
    name: 'delivery-succeeds-without-a-2xx',
    mistake: 'any answer of an endpoint counts as delivered',
    sources: [
      {
        file: 'lib/webhooks/deliver.ts',
        find: "const status = result.outcome === 'delivered' ?",
        put: 'const status = result.status !== null ?',
      },
    ],
  },
  {
    name: 'delivery-lease-without-a-token',
    mistake: 'a delivery takes the result of a worker whose lease is over',
    sources: [
      {
        file: 'lib/webhooks/deliver.ts',
        find: '\n        and lease_token = ${delivery.leaseToken}',
        put: '',
      },
    ],
  },
  {
    name: 'operation-forgotten-by-a-crash',
    mistake:
      'a worker takes an operation off the list when it begins with it, and puts back what is to be done again',
    sources: [
      {
        file: turns,
        find: '      update rail_operations o\n      set lease_token = ${newId()}, run_at = now() + make_interval(secs => ${CALL_LEASE_MS / 1000}),\n          -- A process that died with it has not tried: the ladder is for rails, not for us.\n          attempts = o.attempts + case when o.lease_token is null then 1 else 0 end\n      from due where',
        put: '      delete from rail_operations o using due where',
      },
      {
        file: turns,
        find: '    update rail_operations\n    set run_at = now() + make_interval(secs => ${later}), attempts = ${attempts}, lease_token = null\n    where client_id = ${transaction.clientId} and transaction_id = ${transaction.id} and kind = ${kind}\n      and lease_token = ${leaseToken}`;',
        put: '    insert into rail_operations (client_id, environment, provider, transaction_id, kind, run_at, attempts)\n    values (${transaction.clientId}, ${transaction.environment}, ${transaction.provider}, ${transaction.id}, ${kind}, now() + make_interval(secs => ${later}), ${attempts + 1})\n    on conflict do nothing`;',
      },
    ],
  },

  // Mistakes that were ours: each had paid, credited or stuck somebody's money over live rails.
  {
    name: 'not-let-in-taken-for-not-sent',
    mistake: 'a 401 or 403 says that nothing was sent, whatever was done before it, and whoever says it',
    sources: [
      {
        file: wire,
        find: '  const said = saidBy(answer, saying);',
        put: '  const said = saidBy(answer, saying);\n  if (answer.status === 401 || answer.status === 403) return notSent(said) as never;',
      },
      { file: wire, find: believesNoKey, put: 'return outcome;' },
    ],
  },
  {
    name: 'rails-own-401-believed-after-paying',
    mistake: 'a rail pays, answers in its own form that it does not know our key, and is believed',
    sources: [{ file: wire, find: believesNoKey, put: 'return outcome;' }],
  },
  {
    name: 'refund-under-a-refused-key-believed',
    mistake: 'a rail gives a payment back, says that it does not know our key, and is believed',
    sources: [
      {
        file: ofW,
        find: 'afterPaying(refusal(answer, refundRefusals))',
        put: 'refusal(answer, refundRefusals)',
      },
    ],
  },
  {
    name: 'reversal-under-a-refused-key-believed',
    mistake: 'a rail takes a payout back, says that it does not know our key, and is believed',
    sources: [
      {
        file: ofW,
        find: 'afterPaying(refusal(answer, reversalRefusals))',
        put: 'refusal(answer, reversalRefusals)',
      },
    ],
  },
  {
    name: 'return-after-failure-ignored',
    mistake: 'what came back after it had failed and was paid all the same is told to nobody',
    sources: [{ file: payoutBooks, find: '    : bookReturn(present, news.state);', put: '    : null;' }],
  },
  {
    name: 'return-of-a-statement-ignored',
    mistake: 'a payout that nothing but a statement has as come back stays paid in our books',
    sources: [
      {
        file: 'lib/reconciliation/import-statement.ts',
        find: '  await bookReturns(provider, day, ctx.now);\n',
        put: '',
      },
    ],
  },
  {
    name: 'cancelled-payout-not-asked-about',
    mistake: 'a payout that was cancelled after its rail had refused it is never asked about again',
    sources: [
      {
        file: cancelling,
        find: 'if ((await readCalls(present)).length > 0) change.operations = afterFailure(present, ctx.now());',
        put: '',
      },
    ],
  },
  {
    name: 'password-found-from-its-fingerprint',
    mistake: 'what is stored of a request with a one-time password is its plain SHA-256',
    sources: [
      {
        file: 'lib/http/idempotency.ts',
        find: "const under = (key: Buffer) => createHmac('sha256', key).update(fingerprint).digest();",
        put: 'const under = (_key: Buffer) => fingerprint;',
      },
    ],
  },
  {
    name: 'case-of-money-closed-by-one',
    mistake: 'one person’s words close a case that is about money',
    sources: [
      {
        file: 'lib/cases/settlement.ts',
        find: 'if (status === null) return true;',
        put: 'return status !== undefined;',
      },
    ],
  },
  {
    name: 'proposal-confirmed-by-its-author',
    mistake: 'whoever proposes what is to be booked says yes to it as well',
    sources: [
      {
        file: 'lib/cases/decide-settlement.ts',
        find: 'found.proposed_by !== null) {\n    await requireSecondPerson',
        put: 'found.proposed_by !== null && found.proposed_by !== ctx.user.id) {\n    await requireSecondPerson',
      },
      {
        file: 'lib/cases/decide-settlement.ts',
        find: ' and proposed_by <> ${ctx.user.id}',
        put: '',
      },
    ],
    // The database has the same rule once more.
    statements: ['alter table cases drop constraint cases_four_eyes'],
  },
  {
    name: 'reversal-in-time-dropped-by-our-clock',
    mistake: 'the rail takes a payout back in time, our commit is late, and the money is never given back',
    sources: [
      {
        file: 'lib/rail-work/reverse.ts',
        find: "      if (told.kind === 'done') {",
        put: "      if (told.kind === 'done' && at.now.getTime() - (present.completedAt?.getTime() ?? 0) > 259_200_000) return { changes: [{ ...amend(present, {}, at.now), operations: [], dropOperations: ['reverse'] }] };\n      if (told.kind === 'done') {",
      },
      {
        file: payoutBooks,
        find: "const isDone = status === news.state || status === 'REVERSED';",
        put: "const isLate = present.completedAt !== null && now.getTime() - present.completedAt.getTime() > 259_200_000;\n  const isDone = status === news.state || status === 'REVERSED' || (asked !== null && isLate);",
      },
    ],
  },
  {
    name: 'payout-of-a-closed-rail-cannot-be-cancelled',
    mistake: 'a payout that was accepted while its rail was closed, and never sent, cannot be cancelled',
    sources: [
      {
        file: cancelling,
        find: "if (!isSent(payout) || (status !== 'AWAITING_LIQUIDITY' && status !== 'PENDING')) return false;",
        put: "if (!isSent(payout) || status !== 'AWAITING_LIQUIDITY') return false;",
      },
    ],
  },
  {
    name: 'duplicate-taken-for-a-refusal',
    mistake: 'PROVIDER_C calls the repeat of a lost payout a duplicate, and that is believed to be its no',
    sources: [
      {
        file: judging,
        find: 'if (inDoubt && isNegative(outcome)',
        put: "if (inDoubt && transaction.provider !== 'PROVIDER_C' && isNegative(outcome)",
      },
      {
        file: 'lib/rails/provider-c/translate.ts',
        find: 'if (!isRefusal || message === undefined || isKnown) return notRead(answer);',
        put: 'if (!isRefusal || message === undefined) return notRead(answer);',
      },
    ],
  },
  {
    name: 'refusal-believed-in-doubt',
    mistake:
      'PROVIDER_W refuses the repeat of a lost payout, its search is behind, and the refusal is believed',
    sources: [
      {
        file: judging,
        find: 'if (inDoubt && isNegative(outcome)',
        put: "if (inDoubt && transaction.provider !== 'PROVIDER_W' && isNegative(outcome)",
      },
    ],
  },
  {
    name: 'doubt-overwritten',
    mistake: 'how a repeat ended is written over what an earlier call of the payout had left in doubt',
    sql: [
      {
        file: rows,
        find: "and id = (p_end->>'id')::uuid and outcome is null;",
        put: "and (id = (p_end->>'id')::uuid or operation = 'send' and outcome = 'unknown');",
      },
      { file: guards, find: 'or old.outcome is not null or', put: 'or' },
    ],
  },
  {
    name: 'repeat-goes-to-the-wallet-that-is-connected-now',
    mistake:
      'what is in doubt at one wallet of a rail is asked for and sent again at the one connected since',
    sources: [
      {
        file: 'lib/rails/registry.ts',
        find: 'const found = mayMove || own === undefined ? connected.get(provider) : byId.get(own);',
        put: 'const found = own === undefined ? connected.get(provider) : (connected.get(provider) ?? byId.get(own));',
      },
    ],
    sql: [{ file: rows, find: "or r.connection_id <> (p_call->>'connection_id')::uuid)", put: ')' }],
  },
  {
    name: 'one-payment-booked-for-two',
    mistake: 'nobody looks whether the payment that a rail names is another transaction already',
    sql: [{ file: commit, find: 'v_other := booked_before(n);', put: 'v_other := null;' }],
    statements: ['drop index transactions_rail_payment'],
  },
  {
    name: 'part-payment-credited-whole',
    mistake: 'a customer pays less than was asked for, and the whole is credited',
    sources: [
      {
        file: sideOfRails,
        find: 'if (facts.amountBututs !== null && facts.amountBututs !== amountBututs) {',
        put: 'if (facts.amountBututs !== null && facts.amountBututs > amountBututs) {',
      },
    ],
  },
  {
    name: 'late-return-dropped',
    mistake: 'a payout that the rail gives back after 72 hours stays paid in our books',
    sources: [
      {
        file: payoutBooks,
        find: "const isDone = status === news.state || status === 'REVERSED';",
        put: "const isLate = present.completedAt !== null && now.getTime() - present.completedAt.getTime() > 259_200_000;\n  const isDone = status === news.state || status === 'REVERSED' || (news.state === 'REVERSED' && isLate);",
      },
    ],
  },
  {
    name: 'delivery-after-failure-ignored',
    mistake: 'the rail pays a payout that it had refused, and nobody is told',
    sources: [
      {
        file: payoutBooks,
        find: "  return news.state === 'SUCCEEDED'\n    ? bookDeliveryAfterFailure(present, railReference, now)\n    : bookReturn(present, news.state);",
        put: 'return null;',
      },
    ],
  },
  {
    name: 'payouts-of-a-suspended-client-released',
    mistake: 'the held payouts of a suspended client leave when the float is funded',
    sources: [
      {
        file: 'lib/payouts/release-held-payouts.ts',
        find: " and exists (select from clients k where k.id = t.client_id and k.status = 'ACTIVE')",
        put: '',
      },
      {
        file: 'lib/payouts/release-held-payouts.ts',
        find: "and t.status = 'AWAITING_LIQUIDITY' and c.status = 'ACTIVE' and",
        put: "and t.status = 'AWAITING_LIQUIDITY' and",
      },
      { file: turns, find: 'if (!isActive || ', put: 'if (' },
    ],
  },
  {
    name: 'cover-counts-what-it-has-taken',
    mistake:
      'what was collected covers payouts again and again: what it has covered already is not taken off',
    sql: [
      {
        file: room,
        find: "from accounts where environment = 'LIVE' and name = 'rail_collections:' || p_provider\n",
        put: "from accounts where environment = 'LIVE' and name = 'rail_collections:' || p_provider and balance_bututs > 0\n",
      },
      {
        file: room,
        find: "from unfolded_entries where environment = 'LIVE' and account = 'rail_collections:' || p_provider\n",
        put: "from unfolded_entries where environment = 'LIVE' and account = 'rail_collections:' || p_provider and amount_bututs > 0\n",
      },
    ],
  },
  {
    name: 'rail-fee-booked-twice',
    mistake: 'a rail’s fee is booked when a payout is accepted, and once more when it is delivered',
    sources: [
      {
        file: 'lib/transactions/decide.ts',
        find: 'if (!settles.has(edge.posting)) return null;',
        put: "if (!settles.has(edge.posting) && edge.float !== 'reserve') return null;",
      },
    ],
  },
  {
    name: 'rail-fee-from-the-wrong-wallet',
    mistake: 'the fee of a payout is taken from what was collected, not from the float that it left',
    sources: [
      {
        file: 'lib/ledger/postings.ts',
        find: "const wallet = isSent(transaction) ? 'rail_float' : 'rail_collections';",
        put: "const wallet = 'rail_collections';",
      },
    ],
  },
  {
    name: 'rail-fee-not-set-aside',
    mistake: 'a float promises its whole to payouts, and has nothing left for what the rail takes for them',
    sources: [
      {
        file: 'lib/transactions/decide.ts',
        find: 'const aside = amount + draft.railFeeBututs;',
        put: 'const aside = amount;',
      },
    ],
  },
  {
    name: 'collected-money-covers-nothing',
    mistake: 'a payout waits for its float while what was collected lies in the same wallet',
    sql: [
      {
        file: room,
        find: 'where provider = p_provider), true)',
        put: 'where provider = p_provider) and false, false)',
      },
    ],
  },
  {
    name: 'held-payout-cancelled-in-doubt',
    mistake:
      'a repeat finds the wallet short, so the payout waits, and can be cancelled: the first call has paid it',
    sources: [
      { file: judging, find: "  if (outcome.value === 'float_short') return true;\n", put: '' },
      {
        file: cancelling,
        find: "return sent.every(({ outcome }) => outcome === 'not_sent' || outcome === 'refused');",
        put: "return payout.status === 'AWAITING_LIQUIDITY' || sent.every(({ outcome }) => outcome === 'not_sent' || outcome === 'refused');",
      },
    ],
  },
  {
    name: 'unsent-payout-cannot-be-cancelled',
    mistake: 'a payout that its rail has surely not taken cannot be cancelled once its rail was asked',
    sources: [
      {
        file: cancelling,
        find: "return sent.every(({ outcome }) => outcome === 'not_sent' || outcome === 'refused');",
        put: 'return sent.length === 0;',
      },
    ],
  },
  {
    name: 'refunds-not-summed-up',
    mistake: 'refunds of one collection at once give back more than was paid',
    sql: [
      {
        file: rows,
        find: 'if v_refunded + n.amount_bututs > k.amount_bututs or n.amount_bututs > left_of_collection(k)',
        put: 'if n.amount_bututs > k.amount_bututs',
      },
    ],
    sources: [
      {
        file: 'lib/refunds/initiate-refund.ts',
        find: 'const { leftBututs } = given;',
        put: 'const leftBututs = collection.amountBututs;',
      },
    ],
  },

  {
    name: 'paybacks-not-summed-up',
    mistake: 'payouts that give back what came for one payment give back more than came',
    sql: [
      {
        file: rows,
        find: 'return case when n.amount_bututs > v_left then',
        put: 'return case when false then',
      },
    ],
  },
  {
    name: 'payback-to-the-renumbered-payer-not-counted',
    mistake:
      'what went back to the payer’s number as it is written since the renumbering goes back once more',
    sql: [
      {
        file: 'db/functions/27_given_back.sql',
        find: 'is_same_number(p.mobile, coalesce(k.mobile, p.mobile))',
        put: 'p.mobile = coalesce(k.mobile, p.mobile)',
      },
    ],
  },

  ...bugsOfSales,
  ...bugsOfTheHouse,
];
