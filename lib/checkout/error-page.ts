import { html } from 'hono/html';
import type { Page } from '#lib/checkout/page';

const texts: Readonly<Record<number, { title: string; text: string }>> = {
  404: {
    title: 'No such payment',
    text: 'There is no payment at this address. Go back to the business and begin again.',
  },
  405: { title: 'This does not work here', text: 'Open this address in a browser.' },
  500: {
    title: 'Something went wrong',
    text: 'The fault is ours. Open the page again in a moment to see how the payment stands.',
  },
  503: {
    title: 'One moment, please',
    text: 'Your payment cannot be looked up just now. This page tries again by itself.',
  },
};
const notUnderstood = {
  title: 'This was not understood',
  text: 'Go back to the checkout and choose one of its buttons.',
};
const RETRY_SECONDS = 5;

/** What went wrong, in words and never in traces; `requestId` is how we find it in the log. */
export function errorPage(status: number, requestId: string): Page {
  const { title, text } = texts[status] ?? notUnderstood;
  return {
    title,
    ...(status === 503 && { refresh: { seconds: RETRY_SECONDS } }),
    content: html`<h1 class="state"><span class="dot ${status >= 500 && 'red'}"></span>${title}</h1>
<p class="text">${text}</p>
${status >= 500 && html`<dl><div><dt>Request</dt><dd>${requestId}</dd></div></dl>`}`,
  };
}
