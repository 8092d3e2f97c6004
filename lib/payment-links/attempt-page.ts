import { html } from 'hono/html';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { money } from '#lib/browser/format';
import { amountText, railMark } from '#lib/checkout/details';
import type { Html, Lang, Page } from '#lib/checkout/page';
import { merchantUrl } from '#lib/checkout/return-page';
import { formatAmount } from '#lib/money';
import type { MetLink } from '#lib/payment-links/find-open-link';
import { payPath, tongues, wayOut, whyClosed } from '#lib/payment-links/pay-page';
import { type PaymentLink, partLeft } from '#lib/payment-links/payment-link';
import { words } from '#lib/payment-links/words';
import { maskMobile } from '#lib/phone';
import { railName } from '#lib/rails/rail-faces';
import { receiptPath } from '#lib/receipts/receipt-token';
import type { Transaction } from '#lib/transactions/transaction';

const REFRESH_SECONDS = 3;
/** While somebody may be paying on the wallet's own page. */
const CALM_REFRESH_SECONDS = 8;

export interface AttemptView {
  lang: Lang;
  query: string;
  /** Just begun: straight on to the wallet's page. */
  isFresh: boolean;
  fault?: string | undefined;
  note?: string | undefined;
}

/** One attempt as its payer meets it: what to do now, or what became of it. */
export function attemptPage(met: MetLink, attempt: Transaction, view: AttemptView): Page {
  const { link } = met;
  const say = words[view.lang];
  const page = attempt.status === 'PENDING' ? openPage(met, attempt, view) : endPage(met, attempt, view);
  return {
    title: page.title,
    environment: link.environment,
    lang: view.lang,
    ...(page.refresh && { refresh: page.refresh }),
    content: html`${tongues(link, view.lang, attempt.id)}<h1 class="state"><span class="dot ${page.colour}"></span>${page.title}</h1>
${page.text}
${view.note && html`<p class="note" role="status">${view.note}</p>`}
<dl><div><dt>${say.business}</dt><dd><bdi>${met.client.name}</bdi></dd></div>
<div><dt>${say.amountName}</dt><dd>${amountText(attempt)}</dd></div>
${attempt.provider !== CUSTOMER_CHOICE && html`<div><dt>${say.walletName}</dt><dd>${railMark(attempt.provider)}</dd></div>`}
<div><dt>${say.reference}</dt><dd><bdi>${attempt.clientReference}</bdi></dd></div>${attempt.status === 'SUCCEEDED' && leftRow(link, view.lang)}</dl>
${page.actions}`,
  };
}

/** Of what is paid in parts: what this one and those before it have left. */
function leftRow(link: PaymentLink, lang: Lang): Html | '' {
  const left = partLeft(link);
  if (left === null) return '';
  return html`<div><dt>${words[lang].asked.left}</dt><dd>${money(formatAmount(left))}</dd></div>`;
}

interface Part {
  title: string;
  colour: string;
  text: Html;
  actions: Html;
  refresh?: { seconds: number; url?: string };
}

function openPage(
  { link }: MetLink,
  attempt: Transaction,
  { lang, query, isFresh, fault }: AttemptView,
): Part {
  const say = words[lang];
  const here = payPath(link, attempt.id, query);
  const change = html`<form method="post" action="${here}" class="actions"><button class="button" name="action" value="change">${say.other}</button></form>`;
  const canType = attempt.nextStep === 'submit_otp' && (attempt.otpAttemptsRemaining ?? 0) > 0;
  if (canType) {
    const sandbox = attempt.environment === 'SANDBOX' ? say.otpSandbox : '';
    return {
      title: say.otpTitle,
      colour: 'amber',
      text: html`<p class="text">${say.otpText(maskMobile(attempt.mobile ?? ''))} ${sandbox}</p>
<form method="post" action="${here}"><label for="otp">${say.otpLabel}</label>
<input type="text" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required autofocus ${fault && html`aria-invalid="true" aria-describedby="otp-fault"`}>
${fault && html`<p class="fault" id="otp-fault" role="alert">${fault}</p>`}
<div class="actions"><button class="primary" name="action" value="otp">${say.pay} ${amountText(attempt)}</button></div></form>`,
      actions: html`<form method="post" action="${here}" class="actions"><button class="button" name="action" value="resend">${say.resend}</button></form>${change}`,
    };
  }
  const wallet = attempt.redirectUrl ?? attempt.cardPageUrl;
  const to = wallet === null ? undefined : URL.parse(wallet)?.href;
  return {
    title: say.waiting,
    colour: 'amber busy',
    text: html`<p class="text">${to === undefined ? say.waitingText : say.toWalletText}</p>`,
    actions: html`${
      to !== undefined &&
      html`<div class="actions"><a class="button primary" href="${to}">${say.toWallet(railName(attempt.provider))}</a></div>`
    }${change}`,
    refresh:
      isFresh && to !== undefined
        ? { seconds: 0, url: to }
        : { seconds: to === undefined ? REFRESH_SECONDS : CALM_REFRESH_SECONDS, url: here },
  };
}

function endPage(met: MetLink, attempt: Transaction, { lang, query }: AttemptView): Part {
  const { link, client, status } = met;
  const say = words[lang];
  if (attempt.status === 'SUCCEEDED') {
    const url = merchantUrl(attempt);
    return {
      title: say.paid,
      colour: 'green',
      text: html`<p class="text">${say.paidText(amountText(attempt))} <bdi>${client.name}</bdi>.</p>
${attempt.overLimit && html`<p class="note">${link.takesParts ? say.overLeft : say.overLimit}</p>`}`,
      actions: html`<div class="actions"><a class="button" href="${receiptPath(attempt)}">${say.receipt}</a>
${url && html`<a class="button primary" href="${url}">${say.back(client.name)}</a>`}</div>
${
  status === 'ACTIVE' &&
  html`<form method="post" action="${payPath(link, attempt.id, query)}" class="actions"><button class="button" name="action" value="again">${link.takesParts ? say.asked.payLeft : say.payAgain}</button></form>`
}`,
    };
  }
  const [title = '', text = ''] = say.ended[attempt.status as keyof typeof say.ended] ?? say.ended.FAILED;
  const why = attempt.failureCode === 'INSUFFICIENT_FUNDS' ? `${say.insufficient} ` : '';
  return {
    title,
    colour: attempt.status === 'FAILED' ? 'red' : '',
    text: html`<p class="text">${why}${text}</p>`,
    actions: html`${
      status === 'ACTIVE'
        ? html`<div class="actions"><a class="button primary" href="${payPath(link, undefined, 'retry=1', query)}">${say.tryAgain}</a></div>`
        : html`<p class="text soft">${whyClosed(met, lang)}</p>`
    }${wayOut(attempt.errorUrl, client.name, lang)}`,
  };
}
