// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is looked for is source text.
import type { PlantedBug } from './bugs.ts';

// Mistakes with settlements, the house's own money, second people, limits, files of payouts and periods.

const settling = 'db/functions/44_settlements.sql';
const answering = 'lib/settlements/answer-settlement.ts';

export const bugsOfTheHouse: readonly PlantedBug[] = [
  {
    name: 'settlement-confirmed-by-one',
    mistake: 'whoever sent a settlement to the bank says that the bank has paid it',
    sources: [
      {
        file: answering,
        find: '  await requireOther(ctx, row.sent_by);\n',
        put: '',
      },
    ],
    sql: [{ file: settling, find: "if v_from = 'SENT' and exists (", put: 'if false and exists (' }],
  },
  {
    name: 'settlement-in-two-files',
    mistake: 'a settlement that stands in a file, which nobody has sent yet, goes into the next one as well',
    sql: [
      {
        file: settling,
        find: "and status = 'REQUESTED' and why_kept_back(settlements) is null\n    order by id limit 5000",
        put: "and status in ('REQUESTED', 'IN_FILE') and why_kept_back(settlements) is null\n    order by id limit 5000",
      },
      {
        file: settling,
        find: "      'from', 'REQUESTED', 'to', 'IN_FILE', 'file_id', v_id,",
        put: "      'from', s.status, 'to', 'IN_FILE', 'file_id', v_id,",
      },
      { file: settling, find: "and v_from <> 'REQUESTED') then", put: "and v_to <> 'IN_FILE') then" },
    ],
  },
  {
    name: 'settlement-beyond-the-balance',
    mistake: 'a settlement on request takes more than is available',
    sql: [{ file: settling, find: 'elsif v_amount > v_available then', put: 'elsif false then' }],
  },
  {
    name: 'settlement-of-a-form-sent-twice',
    mistake: 'a form that is sent twice is settled twice',
    sql: [
      {
        file: settling,
        find: "and client_reference = c->>'client_reference')\n    or exists",
        put: "and client_reference = 'none')\n    or exists",
      },
    ],
    statements: ['drop index settlements_client_reference'],
  },
  {
    name: 'settlement-not-paid-stays-held',
    mistake: 'what the bank did not pay is credited out of the bank, and stays held',
    sql: [
      {
        file: settling,
        find: "when 'FAILED' then jsonb_build_object('kind', 'settlement_returned', 'entries', settlement_entries(s, 'held', 'available'))",
        put: "when 'FAILED' then jsonb_build_object('kind', 'settlement_returned', 'entries', settlement_entries(s, 'float_funding', 'available'))",
      },
    ],
  },
  {
    name: 'settlement-of-a-suspended-client-leaves',
    mistake: 'the settlement of a client that is suspended goes into the next file to the bank',
    sql: [
      {
        file: settling,
        find: "when not exists (select from clients where id = s.client_id and status = 'ACTIVE') then 'client_suspended'",
        put: "when false then 'client_suspended'",
      },
    ],
  },
  {
    name: 'refund-returns-its-commission-twice',
    mistake: 'a refund gives its share of the commission back twice',
    sources: [
      {
        file: 'lib/ledger/postings.ts',
        find: "    own('commission', transaction.commissionBututs),\n    own('available', -transaction.commissionBututs),",
        put: "    own('commission', 2n * transaction.commissionBututs),\n    own('available', -2n * transaction.commissionBututs),",
      },
    ],
  },
  {
    name: 'limit-of-the-day-ignored',
    mistake: 'what was paid out earlier in the day does not count against the limit of the day',
    sql: [
      {
        file: 'db/functions/35_payout_limits.sql',
        find: "(2, 'day', v.day_bututs, v.day_taken_bututs)",
        put: "(2, 'day', v.day_bututs, 0::bigint)",
      },
    ],
  },
  {
    name: 'threshold-compared-with-at-least',
    mistake: 'a payment of just the threshold waits for a second person',
    sources: [
      {
        file: 'lib/payment-approvals/threshold.ts',
        find: 'return above !== null && amountBututs > above;',
        put: 'return above !== null && amountBututs >= above;',
      },
    ],
  },
  {
    name: 'payment-approved-by-who-asked',
    mistake: 'whoever asked for a payment above the threshold says yes to it',
    sources: [
      {
        file: 'lib/payment-approvals/decide-payment.ts',
        find: '  await requireSecondColleague(ctx, request.requested_by);\n',
        put: '',
      },
    ],
    // The database has the same rule once more.
    statements: ['alter table approvals drop constraint approvals_four_eyes'],
  },
  {
    name: 'batch-row-paid-twice',
    mistake: 'a row of a file that is taken up again, because its worker died, is another payout',
    sources: [
      {
        file: 'lib/jobs/payout-batches.ts',
        find: 'await pay(ctx, requestOf(batch, row));',
        put: 'await pay(ctx, { ...requestOf(batch, row), client_reference: `${row.reference}-${batch.leaseToken.slice(-6)}` });',
      },
    ],
  },
  {
    name: 'move-booked-with-the-wrong-sign',
    mistake: 'what leaves a float is booked as what comes to it',
    sources: [
      {
        file: 'lib/ledger/move-house-money.ts',
        find: 'entries: [entry(move.debit, move.amountBututs), entry(move.credit, -move.amountBututs)],',
        put: 'entries: [entry(move.debit, -move.amountBututs), entry(move.credit, move.amountBututs)],',
      },
    ],
  },
  {
    name: 'move-above-the-limit-by-one',
    mistake: 'one operator books any move of the house’s money alone',
    sources: [
      {
        file: 'lib/rails/house-money.ts',
        find: 'return BigInt(settings().HOUSE_MONEY_TWO_PEOPLE_ABOVE) * 100n;',
        put: 'return BigInt(settings().HOUSE_MONEY_TWO_PEOPLE_ABOVE) * 100_000n;',
      },
    ],
  },
  {
    name: 'close-lets-a-late-journal-in',
    mistake: 'whoever’s clock stands in a month that is closed books into it',
    sql: [
      {
        file: 'db/functions/10_guards.sql',
        find: "select from period_closes where environment = p_environment and last_day >= (p_at at time zone 'UTC')::date",
        put: "select from period_closes where environment = p_environment and last_day >= (now() at time zone 'UTC')::date",
      },
    ],
  },
  {
    name: 'adjustment-by-one',
    mistake: 'whoever proposes an adjustment confirms it',
    sources: [
      {
        file: 'lib/cases/decide-settlement.ts',
        find: "    await requireSecondPerson(ctx, { what: 'proposal', by: found.proposed_by });\n",
        put: "    if (found.proposal?.outcome !== 'adjusted') await requireSecondPerson(ctx, { what: 'proposal', by: found.proposed_by });\n",
      },
      {
        file: 'lib/cases/decide-settlement.ts',
        find: 'and proposed_at = ${proposed_at} and proposed_by <> ${ctx.user.id}\n',
        put: "and proposed_at = ${proposed_at} and (proposed_by <> ${ctx.user.id} or proposal->>'outcome' = 'adjusted')\n",
      },
    ],
    // The database has the same rule once more.
    statements: ['alter table cases drop constraint cases_four_eyes'],
  },
  {
    name: 'adjustment-of-the-whole',
    mistake: 'of a part payment the whole amount is credited, although less came',
    sources: [
      {
        file: 'lib/ledger/postings.ts',
        find: '      const { railBututs, borneBy } = adjustment;\n',
        put: '      const { borneBy } = adjustment;\n      const railBututs = adjustment.railBututs > 0n ? amount : adjustment.railBututs;\n',
      },
    ],
  },
  {
    name: 'limit-of-the-month-ignored',
    mistake: 'what was paid out earlier in the month does not count against the limit of the month',
    sql: [
      {
        file: 'db/functions/35_payout_limits.sql',
        find: "(3, 'month', v.month_bututs, v.month_taken_bututs)",
        put: "(3, 'month', v.month_bututs, 0::bigint)",
      },
    ],
  },
  {
    name: 'limit-of-one-payout-ignored',
    mistake: 'a payout is of more than its client may pay at once',
    sql: [
      {
        file: 'db/functions/35_payout_limits.sql',
        find: "(1, 'per_payout', v.each_bututs, 0::bigint)",
        put: "(1, 'per_payout', null::bigint, 0::bigint)",
      },
    ],
  },
  {
    name: 'limit-of-a-rail-ignored',
    mistake: 'more goes out over a rail in a day than the operators let out',
    sql: [
      {
        file: 'db/functions/35_payout_limits.sql',
        find: "(1, 'rail_day', v.day_bututs, v.day_taken_bututs)",
        put: "(1, 'rail_day', v.day_bututs, 0::bigint)",
      },
    ],
  },
  {
    name: 'schedule-settles-twice-in-a-period',
    mistake: 'a schedule whose worker died after the settlement settles the same period again',
    sql: [
      {
        file: settling,
        find: "and environment = v_environment and period = c->>'period') then",
        put: "and environment = v_environment and period = 'none') then",
      },
    ],
    statements: ['drop index settlements_period'],
  },
  {
    name: 'fee-of-a-statement-booked-twice',
    mistake: 'the fees of a day are booked again each time that the button is pressed',
    sources: [
      {
        file: 'lib/transactions/decide.ts',
        find: 'const change = amend(before, { railFeeBututs: feeBututs, railFeeToldBututs: feeBututs }, now);',
        put: 'const change = amend(before, { railFeeToldBututs: feeBututs }, now);',
      },
    ],
  },
  {
    name: 'refund-at-the-desk-by-one',
    mistake: 'a refund from the dashboard above the threshold waits for nobody',
    sources: [
      {
        file: 'lib/payment-approvals/make-payment.ts',
        find: 'if (amount <= above) return initiateRefund(ctx, request, { atMostBututs: amount });',
        put: 'return initiateRefund(ctx, request, { atMostBututs: amount });',
      },
    ],
  },
  {
    name: 'top-up-above-the-limit-by-one',
    mistake: 'one operator tops a float up alone, by any amount',
    sources: [
      {
        file: 'lib/rails/fund-live-float.ts',
        find: '      request: asked?.request,\n',
        put: '',
      },
    ],
  },
  {
    name: 'statement-opens-with-another-balance',
    mistake: 'a statement opens with what the day before closed with, and the lines of its first kind',
    sources: [
      {
        file: 'lib/ledger/statement.ts',
        find: 'for (const { amountBututs } of totals.values()) openingBututs -= amountBututs;',
        put: 'for (const { amountBututs } of [...totals.values()].slice(1)) openingBututs -= amountBututs;',
      },
    ],
  },
];
