import { html, raw } from 'hono/html';
import { currentLanguage, later, t } from '#lib/browser/language/words';
import { style } from '#lib/checkout/style';
import type { Environment } from '#lib/context';
import { languageLinks } from '#lib/language/language-links';

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
}

export const simulated = later('Demo: the live providers are simulated. No real money moves.');

/**
 * A whole document in the current language: no script, no image, no font, one style. Everything but the style is escaped.
 * `isSimulated`: of the live rails. `search`: of its address, for the same page in another language.
 */
export async function renderPage(
  { title, environment, refresh, content, foot }: Page,
  { isSimulated = false, search = '' } = {},
): Promise<string> {
  const sandbox = environment === 'SANDBOX';
  const document = html`<!doctype html>
<html lang="${currentLanguage()}" class="${sandbox ? 'sandbox' : 'live'}">
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
${isSimulated && html`<header class="strip demo">${simulated()}</header>`}
${sandbox && html`<header class="strip">${t('Sandbox – no real money moves')}</header>`}
<main><div class="card">${content}</div></main>
<footer>${foot ?? t('Payment by Kaira')} ${languageLinks(search)}</footer>
</body>
</html>`;
  return (await document).toString();
}
