import { html } from 'hono/html';
import { t } from '#lib/browser/language/words';
import { largeAmount } from '#lib/checkout/details';
import type { Page } from '#lib/checkout/page';
import type { Receipt } from '#lib/receipts/find-receipt';
import { receiptFacts } from '#lib/receipts/receipt-facts';
import { receiptPath } from '#lib/receipts/receipt-token';

/** For the payer: prints on one page. */
export function receiptPage(receipt: Receipt): Page {
  const { transaction } = receipt;
  return {
    title: t('Receipt of {business}', { business: receipt.client.name }),
    environment: transaction.environment,
    content: html`<h1 class="state"><span class="dot green"></span>${t('Receipt')}</h1>
${largeAmount(transaction.amountBututs)}
<dl>
${receiptFacts(receipt).map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}
</dl>
<div class="actions"><a class="button" href="${receiptPath(transaction)}.pdf">${t('Save as PDF')}</a></div>`,
  };
}

/** Where there is no receipt, or it cannot be shown. */
export function noReceiptPage(status: number, requestId: string): Page {
  const title = t(status === 404 ? 'No such receipt' : 'The receipt cannot be shown');
  const text = t(
    status === 404
      ? 'There is no receipt at this address. Check that you have the whole of it.'
      : 'Open this address again in a moment.',
  );
  return {
    title,
    content: html`<h1 class="state"><span class="dot"></span>${title}</h1>
<p class="text">${text}</p>
${status >= 500 && html`<dl><div><dt>${t('Request')}</dt><dd>${requestId}</dd></div></dl>`}`,
  };
}
