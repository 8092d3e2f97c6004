import { html } from 'hono/html';
import { figure, money } from '#lib/browser/format';
import { railMark } from '#lib/checkout/details';
import type { Html, Lang, Page } from '#lib/checkout/page';
import { httpUrl } from '#lib/checkout/return-page';
import { type Bututs, formatAmount, parseAmount } from '#lib/money';
import type { MetLink } from '#lib/payment-links/find-open-link';
import type { Wallet } from '#lib/payment-links/list-wallets';
import { isTyped, KNOWN_NUMBER, mostLetters } from '#lib/payment-links/pay-form';
import { type PaymentLink, partLeft } from '#lib/payment-links/payment-link';
import { words } from '#lib/payment-links/words';

/** What was typed, and what is wrong with it, by the name of the field. */
export interface PayForm {
  visitor: string;
  attempt: number;
  wallets: Wallet[];
  values: Record<string, string>;
  faults: Record<string, string>;
  note?: string | undefined;
  /** The widest that the link and its wallets take. */
  bounds: { minBututs: Bututs; maxBututs: Bututs };
}

/** The address of the page; `query` keeps the language. */
export function payPath({ code }: Pick<PaymentLink, 'code'>, id?: string, ...query: string[]): string {
  const kept = query.filter((each) => each !== '').join('&');
  return `/pay/${code}${id === undefined ? '' : `/${id}`}${kept && `?${kept}`}`;
}

/** What we have called a thing of a counter ourselves, in the payer's language; what its business calls it stays. */
function ownWord({ atCounter }: PaymentLink, text: string, lang: Lang): string {
  const known = Object.entries(words.en.counter).find(([, word]) => atCounter && word === text)?.[0];
  return known === undefined ? text : words[lang].counter[known as keyof typeof words.en.counter];
}

/** Where a payer begins: what for, how much, by which wallet. Works without a script; nothing of it is a card field. */
export function payPage(met: MetLink, form: PayForm, lang: Lang, query: string): Page {
  const { link, client } = met;
  const say = words[lang];
  const { wallets } = form;
  const title = ownWord(link, link.title, lang);
  const left = partLeft(link);
  const asked = left ?? link.amountBututs;
  const canPay = wallets.some(({ isAvailable }) => isAvailable);
  const needsMobile = wallets.every(({ style }) => style === 'otp');
  return {
    title: `${title} – ${client.name}`,
    environment: link.environment,
    lang,
    content: html`${tongues(link, lang)}<h1>${say.pay} <bdi>${client.name}</bdi></h1>
${asked !== null && html`<p class="amount"><small>GMD</small> ${figure(formatAmount(asked))}</p>`}
<p class="text">${link.isChoice && html`<span class="soft">${say.reference}</span> `}<bdi>${title}</bdi></p>
${link.description !== null && html`<p class="text soft"><bdi>${link.description}</bdi></p>`}
${askedFor(met, lang)}
${form.note && html`<p class="note" role="status">${form.note}</p>`}
${canPay ? fieldsOf() : html`<p class="note">${say.noWallet}</p>`}${wayOut(link.errorUrl, client.name, lang)}`,
  };

  function fieldsOf(): Html {
    return html`<form method="post" action="${payPath(link, undefined, query)}">
<input type="hidden" name="visitor" value="${form.visitor}"><input type="hidden" name="attempt" value="${form.attempt}">
${
  isTyped(link) &&
  typed('amount', say.amount, {
    mode: 'decimal',
    hint: (left === null ? say.amountHint : say.partHint)(
      money(formatAmount(form.bounds.minBututs)),
      money(formatAmount(form.bounds.maxBututs)),
    ),
    isNeeded: true,
    first: left === null ? '' : formatAmount(form.bounds.maxBututs),
  })
}
${link.fields.map(({ label, required }, index) => typed(`field${index}`, ownWord(link, label, lang), { isNeeded: required, most: mostLetters(link) }))}
${link.customerMobile === null ? typed('mobile', say.mobile, { mode: 'tel', hint: say.mobileHint, isNeeded: needsMobile }) : numbers(link.customerMobile)}
<fieldset><legend>${say.wallet}</legend>
${wallets.map(choice)}
${faultOf('provider')}</fieldset>
<div class="actions"><button class="primary">${say.go}</button></div>
</form>`;
  }

  /** The number that the business has named is not in the page, for whoever has the address reads it. */
  function numbers(known: string): Html {
    const isOther = form.values.number === 'other' || form.faults.mobile !== undefined;
    const either = (value: string, label: string, isChosen: boolean) =>
      html`<label class="choice"><input type="radio" name="number" value="${value}" ${isChosen && 'checked'}><span>${label}</span></label>`;
    return html`<fieldset class="numbers"><legend>${say.mobile}</legend>
${either(KNOWN_NUMBER, say.knownNumber(known.slice(-3)), !isOther)}
${either('other', say.otherNumber, isOther)}
<div class="other">${typed('mobile', say.otherLabel, { mode: 'tel', isNeeded: needsMobile, mayBeLeft: true })}</div>
<p class="hint">${say.mobileHint}</p></fieldset>`;
  }

  function choice({ provider, isAvailable }: Wallet): Html {
    const isChosen = form.values.provider === provider || (wallets.length === 1 && isAvailable);
    return html`<label class="choice"><input type="radio" name="provider" value="${provider}" ${isChosen && isAvailable && 'checked'} ${!isAvailable && 'disabled'}><span>${railMark(provider)}${!isAvailable && html` <small>${say.unavailable}</small>`}</span></label>`;
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
    return html`<label for="${name}"><bdi>${label}</bdi>${!isNeeded && html` <small class="soft">(${say.optional})</small>`}</label>
<input type="${mode === 'tel' ? 'tel' : 'text'}" id="${name}" name="${name}" value="${form.values[name] ?? first}" inputmode="${mode}" ${mode === 'tel' && 'autocomplete=tel'} ${most !== undefined && `maxlength=${most}`} ${isNeeded && !mayBeLeft && 'required'} ${isFaulty && 'aria-invalid=true'} aria-describedby="${name}-hint">
<div id="${name}-hint">${hint && html`<p class="hint">${hint}</p>`}${faultOf(name)}</div>`;
  }

  function faultOf(name: string): Html | '' {
    const fault = form.faults[name];
    return fault === undefined ? '' : html`<p class="fault" role="alert">${fault}</p>`;
  }
}

/** Where nothing is taken, and why. */
export function closedPage(met: MetLink, lang: Lang, why = whyClosed(met, lang)): Page {
  const { link, client, status, request } = met;
  const say = words[lang];
  return {
    title: say.closedTitle,
    environment: link.environment,
    lang,
    content: html`<h1 class="state"><span class="dot"></span>${say.closedTitle}</h1>
<p class="text">${why}</p>
<dl><div><dt>${say.business}</dt><dd><bdi>${client.name}</bdi></dd></div></dl>${
      status !== 'COMPLETED' && !request && wayOut(link.errorUrl, client.name, lang)
    }`,
  };
}

/** Why nothing is taken here, in one sentence. */
export function whyClosed({ status, request }: MetLink, lang: Lang): string {
  const { closed, asked } = words[lang];
  if (request?.isCancelled && status === 'INACTIVE') return asked.withdrawn;
  if (status === 'ACTIVE' || request?.isPaidByHand) return request ? asked.paid : closed.COMPLETED;
  return request && status === 'COMPLETED' ? asked.paid : closed[status];
}

/** Of a request: its lines, of whom, what it is called, and by when. */
function askedFor({ link, request }: MetLink, lang: Lang): Html | '' {
  if (request === null) return '';
  const { asked, reference } = words[lang];
  const day = new Intl.DateTimeFormat(lang === 'fr' ? 'fr' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const row = (name: Html | string, value: string) =>
    html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`;
  const price = (text: string) => figure(formatAmount(parseAmount(text) ?? 0n));
  const lines = request.lines.map(({ description, quantity, unit_price }) =>
    row(
      html`<bdi>${description}</bdi> ${quantity > 1 && html`<small>${quantity} × ${price(unit_price)}</small>`}`,
      figure(formatAmount(BigInt(quantity) * (parseAmount(unit_price) ?? 0n))),
    ),
  );
  return html`${lines.length > 0 && html`<dl class="lines">${lines}</dl>`}<dl>${link.customerName !== null && row(asked.of, link.customerName)}${
    request.dueOn !== null && row(asked.dueOn, day.format(new Date(request.dueOn)))
  }${row(reference, link.clientReference ?? link.code)}${partRows(link, lang)}</dl>`;
}

/** Of what is paid in parts: all of it, and what has come so far. */
function partRows({ amountBututs, collectedBututs, takesParts }: PaymentLink, lang: Lang): Html | '' {
  if (!takesParts || amountBututs === null || collectedBututs === 0n) return '';
  const { asked } = words[lang];
  const row = (name: string, bututs: Bututs) =>
    html`<div><dt>${name}</dt><dd>${money(formatAmount(bututs))}</dd></div>`;
  return html`${row(asked.total, amountBututs)}${row(asked.paidSoFar, collectedBututs)}`;
}

/** What went wrong, in words and never in traces. */
export function payErrorPage(lang: Lang): (status: number, requestId: string) => Page {
  return (status, requestId) => {
    const { errors } = words[lang];
    const known = { 404: errors[404], 429: errors[429], 500: errors[500], 503: errors[503] };
    const [title = '', text = ''] = known[status as keyof typeof known] ?? errors.other;
    return {
      title,
      lang,
      ...(status === 503 && { refresh: { seconds: 5 } }),
      content: html`<h1 class="state"><span class="dot ${status >= 500 && 'red'}"></span>${title}</h1>
<p class="text">${text}</p>
${status >= 500 && html`<dl><div><dt>Request</dt><dd>${requestId}</dd></div></dl>`}`,
    };
  };
}

/** For whoever does not pay, where the business has a page for that. */
export function wayOut(errorUrl: string | null, name: string, lang: Lang): Html | '' {
  const url = httpUrl(errorUrl);
  return url === undefined
    ? ''
    : html`<div class="actions"><a class="button" href="${url}"><span>${words[lang].leave(name)}</span></a></div>`;
}

export function tongues(link: PaymentLink, lang: Lang, id?: string): Html {
  const [other, name] = lang === 'en' ? ['fr', 'Français'] : ['en', 'English'];
  return html`<p class="tongues"><a href="${payPath(link, id, `lang=${other}`)}" hreflang="${other}" lang="${other}">${name}</a></p>`;
}
