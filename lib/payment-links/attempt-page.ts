import { html } from 'hono/html';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { money } from '#lib/browser/format';
import { later, pieces, t } from '#lib/browser/language/words';
import { amountText, railMark } from '#lib/checkout/details';
import type { Html, Page } from '#lib/checkout/page';
import { merchantUrl } from '#lib/checkout/return-page';
import { formatAmount } from '#lib/money';
import type { MetLink } from '#lib/payment-links/find-open-link';
import { payPath, type Said, wayOut, whyClosed } from '#lib/payment-links/pay-page';
import { type PaymentLink, partLeft } from '#lib/payment-links/payment-link';
import { maskMobile } from '#lib/phone';
import { railName } from '#lib/rails/rail-faces';
import { receiptPath } from '#lib/receipts/receipt-token';
import type { Transaction } from '#lib/transactions/transaction';

const REFRESH_SECONDS = 3;
/** While somebody may be paying on the page of a wallet, or of a card. */
const CALM_REFRESH_SECONDS = 8;

export interface AttemptView {
  query: string;
  /** Just begun: straight on to the wallet's page. */
  isFresh: boolean;
  fault?: Said | undefined;
  note?: Said | undefined;
}

/** One attempt as its payer meets it: what to do now, or what became of it. */
export function attemptPage(met: MetLink, attempt: Transaction, view: AttemptView): Page {
  const { link } = met;
  const page = attempt.status === 'PENDING' ? openPage(met, attempt, view) : endPage(met, attempt, view);
  return {
    title: page.title,
    environment: link.environment,
    ...(page.refresh && { refresh: page.refresh }),
    content: html`<h1 class="state"><span class="dot ${page.colour}"></span>${page.title}</h1>
${page.text}
${view.note && html`<p class="note" role="status">${view.note()}</p>`}
<dl><div><dt>${t('Business')}</dt><dd><bdi>${met.client.name}</bdi></dd></div>
<div><dt>${t('Amount')}</dt><dd>${amountText(attempt)}</dd></div>
${attempt.provider !== CUSTOMER_CHOICE && html`<div><dt>${t('Pay with')}</dt><dd>${railMark(attempt.provider)}</dd></div>`}
<div><dt>${t('Reference')}</dt><dd><bdi>${attempt.clientReference}</bdi></dd></div>${attempt.status === 'SUCCEEDED' && leftRow(link)}</dl>
${page.actions}`,
  };
}

/** Of what is paid in parts: what this one and those before it have left. */
function leftRow(link: PaymentLink): Html | '' {
  const left = partLeft(link);
  if (left === null) return '';
  return html`<div><dt>${t('Still to be paid')}</dt><dd>${money(formatAmount(left))}</dd></div>`;
}

interface Part {
  title: string;
  colour: string;
  text: Html;
  actions: Html;
  refresh?: { seconds: number; url?: string };
}

function openPage({ link }: MetLink, attempt: Transaction, { query, isFresh, fault }: AttemptView): Part {
  const here = payPath(link, attempt.id, query);
  const change = html`<form method="post" action="${here}" class="actions"><button class="button" name="action" value="change">${t('Pay another way')}</button></form>`;
  const canType = attempt.nextStep === 'submit_otp' && (attempt.otpAttemptsRemaining ?? 0) > 0;
  if (canType) {
    const sandbox = attempt.environment === 'SANDBOX' ? t('In the sandbox, 000000 pays.') : '';
    return {
      title: t('Type the code'),
      colour: 'amber',
      text: html`<p class="text">${t('A code was sent to {number}.', { number: maskMobile(attempt.mobile ?? '') })} ${sandbox}</p>
<form method="post" action="${here}"><label for="otp">${t('Code')}</label>
<input type="text" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required autofocus ${fault && html`aria-invalid="true" aria-describedby="otp-fault"`}>
${fault && html`<p class="fault" id="otp-fault" role="alert">${fault()}</p>`}
<div class="actions"><button class="primary" name="action" value="otp">${t('Pay {amount}', { amount: amountText(attempt) })}</button></div></form>`,
      actions: html`<form method="post" action="${here}" class="actions"><button class="button" name="action" value="resend">${t('Send the code again')}</button></form>${change}`,
    };
  }
  const wallet = attempt.redirectUrl ?? attempt.cardPageUrl;
  const to = wallet === null ? undefined : URL.parse(wallet)?.href;
  return {
    title: t('Waiting for confirmation'),
    colour: 'amber busy',
    text: html`<p class="text">${t(
      to === undefined
        ? 'This page goes on by itself as soon as your payment is confirmed. Please do not pay again meanwhile.'
        : 'You pay on another page, and come back here.',
    )}</p>`,
    actions: html`${
      to !== undefined &&
      html`<div class="actions"><a class="button primary" href="${to}">${t('Continue to {name}', { name: railName(attempt.provider) })}</a></div>`
    }${change}`,
    refresh:
      isFresh && to !== undefined
        ? { seconds: 0, url: to }
        : { seconds: to === undefined ? REFRESH_SECONDS : CALM_REFRESH_SECONDS, url: here },
  };
}

const declined = later('Payment declined');
const endTitles: Readonly<Record<string, Said>> = {
  EXPIRED: later('Payment timed out'),
  CANCELLED: later('Payment cancelled'),
};

function endPage(met: MetLink, attempt: Transaction, { query }: AttemptView): Part {
  const { link, client, status } = met;
  if (attempt.status === 'SUCCEEDED') {
    const url = merchantUrl(attempt);
    return {
      title: t('Payment received'),
      colour: 'green',
      text: html`<p class="text">${pieces('{amount} was paid to {business}.', { amount: amountText(attempt), business: html`<bdi>${client.name}</bdi>` })}</p>
${
  attempt.overLimit &&
  html`<p class="note">${t(
    link.takesParts
      ? 'This was more than was left to be paid. The business has been told, and can give back what is too much.'
      : 'All payments had been made already. The business has been told, and can give your money back.',
  )}</p>`
}`,
      actions: html`<div class="actions"><a class="button" href="${receiptPath(attempt)}">${t('Receipt')}</a>
${url && html`<a class="button primary" href="${url}">${t('Continue to {name}', { name: client.name })}</a>`}</div>
${
  status === 'ACTIVE' &&
  html`<form method="post" action="${payPath(link, attempt.id, query)}" class="actions"><button class="button" name="action" value="again">${t(link.takesParts ? 'Pay another part' : 'Make another payment')}</button></form>`
}`,
    };
  }
  const why =
    attempt.failureCode === 'INSUFFICIENT_FUNDS'
      ? `${t('There is not enough money for this payment.')} `
      : '';
  return {
    title: (endTitles[attempt.status] ?? declined)(),
    colour: attempt.status === 'FAILED' ? 'red' : '',
    text: html`<p class="text">${why}${t('Nothing was charged.')}</p>`,
    actions: html`${
      status === 'ACTIVE'
        ? html`<div class="actions"><a class="button primary" href="${payPath(link, undefined, 'retry=1', query)}">${t('Try again')}</a></div>`
        : html`<p class="text soft">${whyClosed(met)}</p>`
    }${wayOut(attempt.errorUrl, client.name)}`,
  };
}
