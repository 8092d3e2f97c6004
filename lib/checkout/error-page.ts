import { html } from 'hono/html';
import { later, t } from '#lib/browser/language/words';
import type { Page } from '#lib/checkout/page';

const texts: Readonly<Record<number, { title: () => string; text: () => string }>> = {
  404: {
    title: later('No such payment'),
    text: later('There is no payment at this address. Go back to the business and begin again.'),
  },
  405: { title: later('This does not work here'), text: later('Open this address in a browser.') },
  500: {
    title: later('Something went wrong'),
    text: later('The fault is ours. Open the page again in a moment to see how the payment stands.'),
  },
  503: {
    title: later('One moment, please'),
    text: later('Your payment cannot be looked up just now. This page tries again by itself.'),
  },
};
const notUnderstood = {
  title: later('This was not understood'),
  text: later('Go back to the checkout and choose one of its buttons.'),
};
const RETRY_SECONDS = 5;

/** What went wrong, in words and never in traces; `requestId` is how we find it in the log. */
export function errorPage(status: number, requestId: string): Page {
  const { title, text } = texts[status] ?? notUnderstood;
  return {
    title: title(),
    ...(status === 503 && { refresh: { seconds: RETRY_SECONDS } }),
    content: html`<h1 class="state"><span class="dot ${status >= 500 && 'red'}"></span>${title()}</h1>
<p class="text">${text()}</p>
${status >= 500 && html`<dl><div><dt>${t('Request')}</dt><dd>${requestId}</dd></div></dl>`}`,
  };
}
