import { html } from 'hono/html';
import { money } from '#lib/browser/format';
import type { Checkout } from '#lib/checkout/find-checkout';
import type { Html } from '#lib/checkout/page';
import { formatAmount } from '#lib/money';
import { railFace } from '#lib/rails/rail-faces';
import type { Transaction } from '#lib/transactions/transaction';

/** `GMD 1,500.00`. */
export function amountText(transaction: Transaction): string {
  return money(formatAmount(transaction.amountBututs));
}

/** What the payment is, for every page. `bdi`: a name written from right to left disturbs nothing around it. */
export function details({ transaction, client }: Checkout, { withAmount }: { withAmount: boolean }): Html {
  return html`<dl>
${withAmount && html`<div><dt>Amount</dt><dd>${amountText(transaction)}</dd></div>`}
<div><dt>Business</dt><dd><bdi>${client.name}</bdi></dd></div>
<div><dt>Pay with</dt><dd>${railMark(transaction.provider)}</dd></div>
<div><dt>Reference</dt><dd><bdi>${transaction.clientReference}</bdi></dd></div>
</dl>`;
}

/** A rail with its logo where it has one; a page of a customer has no style of its own for a colour. */
export function railMark(provider: string): Html {
  const { name, logo } = railFace(provider);
  return html`${logo && html`<img src="${logo}" alt="" width="20" height="20"> `}<bdi>${name}</bdi>`;
}
