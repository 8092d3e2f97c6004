import { html } from 'hono/html';
import { t } from '#lib/browser/language/words';
import type { Html, Page } from '#lib/checkout/page';

/** A page that a message of ours links to. */
export const linkPage = (title: string, content: Html): Page => ({
  title,
  foot: 'Kaira',
  content: html`<h1 class="state"><span class="dot"></span>${title}</h1>
${content}`,
});

/** What it says where it is refused: `over` of a link that is none of ours, or none any more. */
export const refusedLink = (over: () => Page) => (status: number) =>
  status === 404
    ? over()
    : linkPage(
        t('This did not work'),
        html`<p class="text">${t('Open this address again in a moment.')}</p>`,
      );
