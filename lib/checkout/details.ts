import { html } from 'hono/html';
import { currencyLeads, figure, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { Checkout } from '#lib/checkout/find-checkout';
import type { Html } from '#lib/checkout/page';
import { type Bututs, formatAmount } from '#lib/money';
import { railFace } from '#lib/rails/rail-faces';
import type { Transaction } from '#lib/transactions/transaction';

/** `GMD 1,500.00`. */
export function amountText(transaction: Transaction): string {
  return money(formatAmount(transaction.amountBututs));
}

/** The amount that a page is about. */
export function largeAmount(bututs: Bututs): Html {
  const shown = figure(formatAmount(bututs));
  return currencyLeads()
    ? html`<p class="amount"><small>GMD</small> ${shown}</p>`
    : html`<p class="amount">${shown} <small>GMD</small></p>`;
}

/** What the payment is, for every page. `bdi`: a name written from right to left disturbs nothing around it. */
export function details({ transaction, client }: Checkout, { withAmount }: { withAmount: boolean }): Html {
  return html`<dl>
${withAmount && html`<div><dt>${t('Amount')}</dt><dd>${amountText(transaction)}</dd></div>`}
<div><dt>${t('Business')}</dt><dd><bdi>${client.name}</bdi></dd></div>
<div><dt>${t('Pay with')}</dt><dd>${railMark(transaction.provider)}</dd></div>
<div><dt>${t('Reference')}</dt><dd><bdi>${transaction.clientReference}</bdi></dd></div>
</dl>`;
}

/** A rail with its logo where it has one; a page of a customer has no style of its own for a colour. */
export function railMark(provider: string): Html {
  const { name, logo } = railFace(provider);
  return html`${logo && html`<img src="${logo}" alt="" width="20" height="20"> `}<bdi>${name}</bdi>`;
}
