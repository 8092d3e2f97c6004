import { html } from 'hono/html';
import { figure, longDay, money } from '#lib/browser/format';
import { later, pieces, t } from '#lib/browser/language/words';
import { largeAmount, railMark } from '#lib/checkout/details';
import type { Html, Page } from '#lib/checkout/page';
import { httpUrl } from '#lib/checkout/return-page';
import { type Bututs, formatAmount, parseAmount } from '#lib/money';
import type { MetLink } from '#lib/payment-links/find-open-link';
import type { Wallet } from '#lib/payment-links/list-wallets';
import { isTyped, KNOWN_NUMBER, mostLetters } from '#lib/payment-links/pay-form';
import { counterWords, type PaymentLink, partLeft } from '#lib/payment-links/payment-link';

/** A sentence, said in the language of the page that shows it. */
export type Said = () => string;
/** By the name of the field that is wrong. */
export type Faults = Record<string, Said>;

/** What was typed, and what is wrong with it, by the name of the field. */
export interface PayForm {
  visitor: string;
  attempt: number;
  wallets: Wallet[];
  values: Record<string, string>;
  faults: Faults;
  note?: Said | undefined;
  /** The widest that the link and its wallets take. */
  bounds: { minBututs: Bututs; maxBututs: Bututs };
}

/** The address of the page; `query` keeps the language. */
export function payPath({ code }: Pick<PaymentLink, 'code'>, id?: string, ...query: string[]): string {
  const kept = query.filter((each) => each !== '').join('&');
  return `/pay/${code}${id === undefined ? '' : `/${id}`}${kept && `?${kept}`}`;
}

const ownWords: Readonly<Record<string, Said>> = {
  [counterWords.title]: later('Pay at the counter'),
  [counterWords.name]: later('Your name'),
};

/** What we have called a thing of a counter ourselves, in the payer's language; what its business calls it stays. */
function ownWord({ atCounter }: PaymentLink, text: string): string {
  return atCounter && Object.hasOwn(ownWords, text) ? (ownWords[text] as Said)() : text;
}

/** Where a payer begins: what for, how much, by which wallet. Works without a script; nothing of it is a card field. */
export function payPage(met: MetLink, form: PayForm, query: string): Page {
  const { link, client } = met;
  const { wallets } = form;
  const title = ownWord(link, link.title);
  const left = partLeft(link);
  const asked = left ?? link.amountBututs;
  const canPay = wallets.some(({ isAvailable }) => isAvailable);
  const needsMobile = wallets.every(({ style }) => style === 'otp');
  return {
    title: `${title} – ${client.name}`,
    environment: link.environment,
    content: html`<h1>${pieces('Pay {business}', { business: html`<bdi>${client.name}</bdi>` })}</h1>
${asked !== null && largeAmount(asked)}
<p class="text">${link.isChoice && html`<span class="soft">${t('Reference')}</span> `}<bdi>${title}</bdi></p>
${link.description !== null && html`<p class="text soft"><bdi>${link.description}</bdi></p>`}
${askedFor(met)}
${form.note && html`<p class="note" role="status">${form.note()}</p>`}
${canPay ? fieldsOf() : html`<p class="note">${t('Nothing can be paid at the moment. Try again later.')}</p>`}${wayOut(link.errorUrl, client.name)}`,
  };

  function fieldsOf(): Html {
    return html`<form method="post" action="${payPath(link, undefined, query)}">
<input type="hidden" name="visitor" value="${form.visitor}"><input type="hidden" name="attempt" value="${form.attempt}">
${
  isTyped(link) &&
  typed('amount', t('Amount in dalasi (GMD)'), {
    mode: 'decimal',
    hint: t(left === null ? 'From {from} to {to}.' : 'You may pay a part: from {from} to {to}.', {
      from: money(formatAmount(form.bounds.minBututs)),
      to: money(formatAmount(form.bounds.maxBututs)),
    }),
    isNeeded: true,
    first: left === null ? '' : formatAmount(form.bounds.maxBututs),
  })
}
${link.fields.map(({ label, required }, index) => typed(`field${index}`, ownWord(link, label), { isNeeded: required, most: mostLetters(link) }))}
${link.customerMobile === null ? typed('mobile', t('Your mobile number'), { mode: 'tel', hint: mobileHint(), isNeeded: needsMobile }) : numbers(link.customerMobile)}
<fieldset><legend>${t('Pay with')}</legend>
${wallets.map(choice)}
${faultOf('provider')}</fieldset>
<div class="actions"><button class="primary">${t('Continue')}</button></div>
</form>`;
  }

  /** The number that the business has named is not in the page, for whoever has the address reads it. */
  function numbers(known: string): Html {
    const isOther = form.values.number === 'other' || form.faults.mobile !== undefined;
    const either = (value: string, label: string, isChosen: boolean) =>
      html`<label class="choice"><input type="radio" name="number" value="${value}" ${isChosen && 'checked'}><span>${label}</span></label>`;
    return html`<fieldset class="numbers"><legend>${t('Your mobile number')}</legend>
${either(KNOWN_NUMBER, t('Pay with the number ending {end}', { end: known.slice(-3) }), !isOther)}
${either('other', t('Another number'), isOther)}
<div class="other">${typed('mobile', t('Write the other number'), { mode: 'tel', isNeeded: needsMobile, mayBeLeft: true })}</div>
<p class="hint">${mobileHint()}</p></fieldset>`;
  }

  function choice({ provider, isAvailable }: Wallet): Html {
    const isChosen = form.values.provider === provider || (wallets.length === 1 && isAvailable);
    return html`<label class="choice"><input type="radio" name="provider" value="${provider}" ${isChosen && isAvailable && 'checked'} ${!isAvailable && 'disabled'}><span>${railMark(provider)}${!isAvailable && html` <small>${t('not available at the moment')}</small>`}</span></label>`;
  }

  function typed(
    name: string,
    label: string,
    {
      mode = 'text',
      hint,
      isNeeded,
      mayBeLeft,
      most,
      first = '',
    }: {
      mode?: string;
      hint?: string;
      isNeeded: boolean;
      mayBeLeft?: boolean;
      most?: number;
      /** What stands there before anything was typed. */
      first?: string;
    },
  ): Html {
    const isFaulty = form.faults[name] !== undefined;
    return html`<label for="${name}"><bdi>${label}</bdi>${!isNeeded && html` <small class="soft">(${t('optional')})</small>`}</label>
<input type="${mode === 'tel' ? 'tel' : 'text'}" id="${name}" name="${name}" value="${form.values[name] ?? first}" inputmode="${mode}" ${mode === 'tel' && 'autocomplete=tel'} ${most !== undefined && `maxlength=${most}`} ${isNeeded && !mayBeLeft && 'required'} ${isFaulty && 'aria-invalid=true'} aria-describedby="${name}-hint">
<div id="${name}-hint">${hint && html`<p class="hint">${hint}</p>`}${faultOf(name)}</div>`;
  }

  function faultOf(name: string): Html | '' {
    const fault = form.faults[name];
    return fault === undefined ? '' : html`<p class="fault" role="alert">${fault()}</p>`;
  }
}

const mobileHint = later(
  'Needed where a code is sent to you. Leave the wallet open, and we suggest one by your number.',
);

/** Where nothing is taken, and why. */
export function closedPage(met: MetLink, why = whyClosed(met)): Page {
  const { link, client, status, request } = met;
  const title = t('No payment is taken here');
  return {
    title,
    environment: link.environment,
    content: html`<h1 class="state"><span class="dot"></span>${title}</h1>
<p class="text">${why}</p>
<dl><div><dt>${t('Business')}</dt><dd><bdi>${client.name}</bdi></dd></div></dl>${
      status !== 'COMPLETED' && !request && wayOut(link.errorUrl, client.name)
    }`,
  };
}

/** Why nothing is taken here, in one sentence. */
export function whyClosed({ status, request }: MetLink): string {
  if (request?.isCancelled && status === 'INACTIVE') return t('The business has withdrawn this request.');
  if (status === 'ACTIVE' || status === 'COMPLETED' || request?.isPaidByHand)
    return t(request ? 'This has been paid already.' : 'This payment link has been paid already.');
  return t(
    status === 'EXPIRED'
      ? 'This payment link has expired.'
      : 'This payment link has been switched off by the business.',
  );
}

/** Of a request: its lines, of whom, what it is called, and by when. */
function askedFor({ link, request }: MetLink): Html | '' {
  if (request === null) return '';
  const row = (name: Html | string, value: string) =>
    html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`;
  const price = (text: string) => figure(formatAmount(parseAmount(text) ?? 0n));
  const lines = request.lines.map(({ description, quantity, unit_price }) =>
    row(
      html`<bdi>${description}</bdi> ${quantity > 1 && html`<small>${quantity} × ${price(unit_price)}</small>`}`,
      figure(formatAmount(BigInt(quantity) * (parseAmount(unit_price) ?? 0n))),
    ),
  );
  return html`${lines.length > 0 && html`<dl class="lines">${lines}</dl>`}<dl>${link.customerName !== null && row(t('For'), link.customerName)}${
    request.dueOn !== null && row(t('Please pay by'), longDay(request.dueOn))
  }${row(t('Reference'), link.clientReference ?? link.code)}${partRows(link)}</dl>`;
}

/** Of what is paid in parts: all of it, and what has come so far. */
function partRows({ amountBututs, collectedBututs, takesParts }: PaymentLink): Html | '' {
  if (!takesParts || amountBututs === null || collectedBututs === 0n) return '';
  const row = (name: string, bututs: Bututs) =>
    html`<div><dt>${name}</dt><dd>${money(formatAmount(bututs))}</dd></div>`;
  return html`${row(t('In all'), amountBututs)}${row(t('Paid so far'), collectedBututs)}`;
}

const errorTexts: Readonly<Record<number, { title: Said; text: Said }>> = {
  404: {
    title: later('No such payment link'),
    text: later('Check that you have the whole address, or ask the business for it.'),
  },
  429: {
    title: later('Too many requests'),
    text: later('Wait a minute, then open this page again.'),
  },
  500: {
    title: later('Something went wrong'),
    text: later('The fault is ours. Open this page again in a moment to see how your payment stands.'),
  },
  503: { title: later('One moment, please'), text: later('This page tries again by itself.') },
};
const notUnderstood = {
  title: later('This was not understood'),
  text: later('Go back and try again.'),
};

/** What went wrong, in words and never in traces. */
export function payErrorPage(status: number, requestId: string): Page {
  const { title, text } = errorTexts[status] ?? notUnderstood;
  return {
    title: title(),
    ...(status === 503 && { refresh: { seconds: 5 } }),
    content: html`<h1 class="state"><span class="dot ${status >= 500 && 'red'}"></span>${title()}</h1>
<p class="text">${text()}</p>
${status >= 500 && html`<dl><div><dt>${t('Request')}</dt><dd>${requestId}</dd></div></dl>`}`,
  };
}

/** For whoever does not pay, where the business has a page for that. */
export function wayOut(errorUrl: string | null, business: string): Html | '' {
  const url = httpUrl(errorUrl);
  return url === undefined
    ? ''
    : html`<div class="actions"><a class="button" href="${url}"><span>${t('Back to {business}', { business })}</span></a></div>`;
}
