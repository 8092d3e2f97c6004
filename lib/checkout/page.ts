import { html, raw } from 'hono/html';
import { style } from '#lib/checkout/style';
import type { Environment } from '#lib/context';

/** Text that `html` has escaped. */
export type Html = ReturnType<typeof html>;

export interface Page {
  title: string;
  /** Undefined where nothing is known of a payment: an error page. */
  environment?: Environment;
  /** Without a script, this is how a page comes again, or goes on to `url`. */
  refresh?: { seconds: number; url?: string };
  content: Html;
  /** Left out: who makes the payment possible. */
  foot?: string;
  /** Left out: English. */
  lang?: Lang | undefined;
}

export type Lang = 'en' | 'fr';

const frame = {
  en: { sandbox: 'Sandbox – no real money moves', foot: 'Payment by Kaira' },
  fr: { sandbox: 'Bac à sable – aucun argent réel ne circule', foot: 'Paiement par Kaira' },
};

export const SIMULATED = 'Demo: the live rails are simulated. No real money moves.';

/** A whole document: no script, no image, no font, one style. Everything but the style is escaped. `isSimulated`: of the live rails. */
export async function renderPage(
  { title, environment, refresh, content, foot, lang = 'en' }: Page,
  { isSimulated = false } = {},
): Promise<string> {
  const sandbox = environment === 'SANDBOX';
  const document = html`<!doctype html>
<html lang="${lang}" class="${sandbox ? 'sandbox' : 'live'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}${sandbox ? ' – Sandbox' : ''}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${refresh && html`<meta http-equiv="refresh" content="${refresh.seconds}${refresh.url && `;url=${refresh.url}`}">`}
<style>${raw(style)}</style>
</head>
<body>
${isSimulated && html`<header class="strip demo">${SIMULATED}</header>`}
${sandbox && html`<header class="strip">${frame[lang].sandbox}</header>`}
<main><div class="card">${content}</div></main>
<footer>${foot ?? frame[lang].foot}</footer>
</body>
</html>`;
  return (await document).toString();
}
