// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is looked for is source text.
import type { PlantedBug } from './bugs.ts';

// Mistakes with payment links and requests to pay.

const links = 'db/functions/44_payment_links.sql';
const tooMany = 'not wants_payment(l, n.amount_bututs) or is_paid_by_hand(l)';

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
];
