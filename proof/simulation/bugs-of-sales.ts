// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is looked for is source text.
import type { PlantedBug } from './bugs.ts';

// Mistakes with payment links and requests to pay.

const links = 'db/functions/44_payment_links.sql';
const tooMany = 'not wants_payment(l, n.amount_bututs) or is_ended_by_hand(l, n.amount_bututs)';

export const bugsOfSales: readonly PlantedBug[] = [
  {
    name: 'link-takes-one-too-many',
    mistake: 'a link of so many payments takes one more and says of none that it was too many',
    sql: [
      { file: links, find: 'l.succeeded_count < l.max_payments', put: 'l.succeeded_count <= l.max_payments' },
    ],
  },
  {
    name: 'parts-beyond-the-whole-unseen',
    mistake: 'a part of a request is compared with all of it and not with what is left',
    sql: [
      {
        file: links,
        find: 'p_bututs <= l.amount_bututs - l.collected_bututs',
        put: 'p_bututs <= l.amount_bututs',
      },
    ],
  },
  {
    name: 'paid-after-cash-unseen',
    mistake:
      'who pays a request after the shop has said that it was paid in cash is not told to be one too many',
    sql: [{ file: links, find: tooMany, put: 'not wants_payment(l, n.amount_bututs)' }],
  },
  {
    name: 'payment-of-a-link-counted-of-none',
    mistake: 'a link sums up what was asked for and not what each payment was',
    sql: [
      {
        file: links,
        find: 'l.collected_bututs + n.amount_bututs',
        put: 'l.collected_bututs + coalesce(l.amount_bututs, n.amount_bututs, 0) * least(l.succeeded_count + 1, 2)',
      },
    ],
  },
  {
    name: 'payer-begins-again-while-open',
    mistake: 'a form that is sent again begins another payment while the one before can still be paid',
    sources: [
      {
        file: 'lib/payment-links/begin-attempt.ts',
        find: "return newest.status === 'PENDING' || attempt !== newest.attempt + 1 ? newest : undefined;",
        put: 'return undefined;',
      },
    ],
  },
  {
    name: 'cashier-takes-anothers-sale',
    mistake: 'a cashier who charges under the reference of a colleague gets the colleague’s sale',
    sources: [
      {
        file: 'lib/till/own-sales.ts',
        find: 'if (await isAnothers(ctx, reference)) throw duplicateReference(reference);',
        put: '',
      },
      {
        file: 'lib/till/own-sales.ts',
        find: 'if (sold.replayed && !(await isOwn(ctx, sold.transaction.id))) throw duplicateReference(reference);',
        put: '',
      },
    ],
  },
  {
    name: 'till-opens-at-anothers-sale',
    mistake: 'who opens the till anew comes back to the newest open sale of the shop, whoever began it',
    sources: [
      {
        file: 'lib/till/open-sale.ts',
        find: 'and made_by = ${actorName(ctx.actor)} and client_reference like',
        put: 'and client_reference like',
      },
    ],
  },
  {
    name: 'day-of-a-cashier-has-all',
    mistake: 'the day of a cashier adds up what all cashiers sold',
    sources: [
      { file: 'lib/till/till-day.ts', find: '${onlyOwn ? sql`and ${soldBy(ctx)}` : sql``}`;', put: '`;' },
    ],
  },
];
