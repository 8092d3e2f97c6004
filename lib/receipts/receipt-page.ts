import { html } from 'hono/html';
import { figure } from '#lib/browser/format';
import type { Page } from '#lib/checkout/page';
import { formatAmount } from '#lib/money';
import type { Receipt } from '#lib/receipts/find-receipt';
import { receiptFacts } from '#lib/receipts/receipt-facts';
import { receiptPath } from '#lib/receipts/receipt-token';

/** For the payer: prints on one page. */
export function receiptPage(receipt: Receipt): Page {
  const { transaction } = receipt;
  return {
    title: `Receipt of ${receipt.client.name}`,
    environment: transaction.environment,
    content: html`<h1 class="state"><span class="dot green"></span>Receipt</h1>
<p class="amount"><small>GMD</small> ${figure(formatAmount(transaction.amountBututs))}</p>
<dl>
${receiptFacts(receipt).map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}
</dl>
<div class="actions"><a class="button" href="${receiptPath(transaction)}.pdf">Save as PDF</a></div>`,
  };
}

/** Where there is no receipt, or it cannot be shown. */
export function noReceiptPage(status: number, requestId: string): Page {
  const title = status === 404 ? 'No such receipt' : 'The receipt cannot be shown';
  const text =
    status === 404
      ? 'There is no receipt at this address. Check that you have the whole of it.'
      : 'Open this address again in a moment.';
  return {
    title,
    content: html`<h1 class="state"><span class="dot"></span>${title}</h1>
<p class="text">${text}</p>
${status >= 500 && html`<dl><div><dt>Request</dt><dd>${requestId}</dd></div></dl>`}`,
  };
}
