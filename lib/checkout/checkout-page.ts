import { html } from 'hono/html';
import { later, pieces, t } from '#lib/browser/language/words';
import { amountText, details, largeAmount } from '#lib/checkout/details';
import type { Checkout } from '#lib/checkout/find-checkout';
import type { Page } from '#lib/checkout/page';
import { checkoutPath } from '#lib/checkout/paths';
import type { CollectionNews } from '#lib/rails/rail';

const fixedOutcomes: Readonly<Record<CollectionNews['state'], () => string>> = {
  PENDING: later('This test amount stays pending, whatever you choose.'),
  SUCCEEDED: later('This test amount is always paid, whatever you choose.'),
  FAILED: later('This test amount is always declined, whatever you choose.'),
  EXPIRED: later('This test amount always times out, whatever you choose.'),
  CANCELLED: later('This test amount is always cancelled, whatever you choose.'),
};

/**
 * The simulator's page for a collection that waits. It stands where the wallet's checkout, or the acquirer's card
 * page, would stand in live; it has no field to type into, least of all for a card.
 */
export function checkoutPage(checkout: Checkout, fixed: CollectionNews | undefined): Page {
  const { transaction, client } = checkout;
  const card = transaction.nextStep === 'show_card_page';
  const amount = amountText(transaction);
  return {
    title: t('Pay {amount} to {business}', { amount, business: client.name }),
    environment: transaction.environment,
    content: html`<h1>${pieces('Pay {business}', { business: html`<bdi>${client.name}</bdi>` })}</h1>
${largeAmount(transaction.amountBututs)}
${details(checkout, { withAmount: false })}
<p class="text soft">${
      card
        ? t(
            'With a live key, the acquirer’s own card page stands here. Kaira never asks for card details, and neither does this simulator.',
          )
        : t(
            'With a live key, the wallet’s own checkout stands here. This simulator asks for your decision only.',
          )
    }</p>
${fixed && html`<p class="note">${fixedOutcomes[fixed.state]()}</p>`}
<form method="post" action="${checkoutPath(transaction.id)}" class="actions">
<button class="primary" name="choice" value="pay">${t('Pay {amount}', { amount })}</button>
<button name="choice" value="decline">${t('Decline')}</button>
<button name="choice" value="cancel">${t('Cancel')}</button>
</form>`,
  };
}
