import { html } from 'hono/html';
import { day, money } from '#lib/browser/format';
import { later, pieces, t } from '#lib/browser/language/words';
import { amountText, details } from '#lib/checkout/details';
import type { Checkout } from '#lib/checkout/find-checkout';
import type { GivenBack } from '#lib/checkout/given-back';
import type { Html, Page } from '#lib/checkout/page';
import { checkoutPath, returnPath } from '#lib/checkout/paths';
import { type Bututs, formatAmount } from '#lib/money';
import { receiptPath } from '#lib/receipts/receipt-token';
import type { Transaction } from '#lib/transactions/transaction';

const CALM_AFTER_MS = 2 * 60_000;
const REFRESH_SECONDS = 2;
const CALM_REFRESH_SECONDS = 15;

/** Where the merchant wants the customer after the end, or undefined. */
export function merchantUrl({ status, successUrl, errorUrl }: Transaction): string | undefined {
  return httpUrl(status === 'SUCCEEDED' ? successUrl : errorUrl);
}

/** Whatever an initiation let through, only an http address is ever followed; in its ASCII form, as a header needs it. */
export function httpUrl(given: string | null): string | undefined {
  if (given === null) return undefined;
  const url = URL.parse(given);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/** What the customer may still do: go back to the simulator's page, or, sent back by a live rail, give it up. */
export type Choice = 'checkout' | 'give_up' | undefined;

/** While the rail has not said its word: comes again by itself, quickly for two minutes and calmly from then on. */
export function waitingPage(checkout: Checkout, since: Date, now: Date, choice?: Choice): Page {
  const { transaction, client } = checkout;
  const from = choice === 'give_up' ? '&from=error' : '';
  const again = returnPath(transaction.id, `since=${since.getTime()}${from}`);
  const calm = now.getTime() - since.getTime() >= CALM_AFTER_MS;
  return {
    title: t('Waiting for confirmation'),
    environment: transaction.environment,
    refresh: { seconds: calm ? CALM_REFRESH_SECONDS : REFRESH_SECONDS, url: again },
    content: html`${stateTitle('amber busy', t(calm ? 'Still waiting for confirmation' : 'Waiting for confirmation'))}
${
  calm
    ? html`<p class="text">${pieces('This takes longer than usual. You may close this page: the payment goes on without it, and {business} can see what becomes of it. Please do not pay again before you know.', { business: html`<bdi>${client.name}</bdi>` })}</p>`
    : html`<p class="text">${t('Your payment has not been confirmed yet. This page goes on by itself as soon as it is.')}</p>`
}
${details(checkout, { withAmount: true })}
<div class="actions"><a class="button primary" href="${again}">${t('Check again')}</a>
${choice === 'checkout' && html`<a class="button" href="${checkoutPath(transaction.id)}">${t('Back to the checkout')}</a>`}</div>
${choice === 'give_up' && giveUpForm(transaction)}`,
  };
}

function giveUpForm({ id }: Transaction): Html {
  return html`<form method="post" action="${returnPath(id)}" class="actions">
<button name="choice" value="cancel">${t('I did not pay: cancel')}</button>
</form>`;
}

/**
 * The gateway's own word on a payment that has ended, with what was given back of it since, and the way back to the
 * merchant where there is one.
 */
export function resultPage(checkout: Checkout, givenBack: GivenBack[] = []): Page {
  const { transaction } = checkout;
  const { title, content } = outcome(checkout);
  const url = merchantUrl(transaction);
  return {
    title,
    environment: transaction.environment,
    content: html`${content}${givenBackLines(givenBack)}${details(checkout, { withAmount: true })}${
      transaction.status === 'SUCCEEDED' &&
      html`<div class="actions"><a class="button" href="${receiptPath(transaction)}">${t('Receipt')}</a></div>`
    }${url ? wayBack(checkout, url) : html`<p class="text soft">${t('You can close this page.')}</p>`}`,
  };
}

/**
 * Goes on to the merchant at once. A redirect would do, were it not for browsers that hold every redirect after a
 * form to the form's own `form-action 'self'`; this is a page of its own, from which a new navigation starts.
 */
export function handOverPage(checkout: Checkout, url: string): Page {
  const { title, content } = outcome(checkout);
  return {
    title,
    environment: checkout.transaction.environment,
    refresh: { seconds: 0, url },
    content: html`${content}${details(checkout, { withAmount: true })}${wayBack(checkout, url)}`,
  };
}

/** So many are told one by one; more of them as one sum. */
const MOST_LINES = 5;

function givenBackLines(all: GivenBack[]): Html {
  const line = (bututs: Bututs, at: Date, isLast = false) => {
    const facts = { amount: money(formatAmount(bututs)), day: day(at.toISOString()) };
    return html`<p class="note">${
      isLast
        ? t('{amount} was given back in all, the last of it on {day}.', facts)
        : t('{amount} was given back on {day}.', facts)
    }</p>`;
  };
  const last = all.at(-1);
  if (last === undefined || all.length <= MOST_LINES) {
    return html`${all.map(({ amountBututs, at }) => line(amountBututs, at))}`;
  }
  const sumBututs = all.reduce((sum, { amountBututs }) => sum + amountBututs, 0n);
  return line(sumBututs, last.at, true);
}

function outcome({ transaction, client }: Checkout): { title: string; content: Html } {
  const business = html`<bdi>${client.name}</bdi>`;
  const result = (title: string, colour: string, text: Html) => ({
    title,
    content: html`${stateTitle(colour, title)}<p class="text">${text}</p>`,
  });
  switch (transaction.status) {
    case 'SUCCEEDED':
      return result(
        t('Payment received'),
        'green',
        html`${pieces('{amount} was paid to {business}.', { amount: amountText(transaction), business })}`,
      );
    case 'EXPIRED':
      return result(
        t('Checkout timed out'),
        '',
        html`${pieces('Nothing was charged. Ask {business} for a new checkout.', { business })}`,
      );
    case 'CANCELLED':
      return result(t('Payment cancelled'), '', html`${t('Nothing was charged.')}`);
    default:
      return result(
        t('Payment declined'),
        'red',
        html`${failureTexts[transaction.failureCode ?? '']?.() ?? t('The payment was declined.')} ${t('Nothing was charged.')}`,
      );
  }
}

/** Failures as one says them to the person who pays; any other is just declined. */
const failureTexts: Readonly<Record<string, () => string>> = {
  INSUFFICIENT_FUNDS: later('There is not enough money for this payment.'),
  ACCOUNT_BLOCKED: later('The account is blocked.'),
  RATE_LIMIT_EXCEEDED: later('There were too many requests for this account.'),
  PAYER_NOT_FOUND: later('There is no wallet with this number.'),
  PAYER_MISMATCH: later('The wallet belongs to somebody else than the named customer.'),
  LIMIT_REACHED: later('A limit of the wallet was reached.'),
  OTP_ATTEMPTS_EXCEEDED: later('A wrong one-time password was given too often.'),
};

function stateTitle(colour: string, text: string): Html {
  return html`<h1 class="state"><span class="dot ${colour}"></span>${text}</h1>`;
}

/** `_top`: where the card page stands in a frame of the merchant's page, the link leaves the frame. */
function wayBack({ client }: Checkout, url: string): Html {
  return html`<div class="actions"><a class="button primary" href="${url}" target="_top"><span>${pieces('Return to {business}', { business: html`<bdi>${client.name}</bdi>` })}</span></a></div>`;
}
