/**
 * The button for merchants' own pages, `<a data-kaira href="…/pay/…">` with this script beside it. Without the script, on
 * a phone, or with a key held down it is a link like any other. On a wide screen the page to pay opens beside the shop's,
 * without a way back into it: `noopener`, since wallets' pages come after ours.
 * https://html.spec.whatwg.org/multipage/nav-history-apis.html#window-open-steps
 */
const button = `'use strict';
(() => {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      'a[data-kaira]:not([class]){display:inline-block;padding:.8em 1.4em;border-radius:.5em;background:#0f5f4b;' +
      'color:#fff;font:600 1em/1.25 system-ui,sans-serif;text-decoration:none}' +
      'a[data-kaira]:not([class]):hover{background:#0b4a3a}' +
      'a[data-kaira]:not([class]):focus-visible{outline:3px solid #0f5f4b;outline-offset:2px}'
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  } catch {
    // An old browser shows a link.
  }
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[data-kaira]');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (!matchMedia('(min-width: 700px) and (pointer: fine)').matches) return;
    event.preventDefault();
    const height = Math.min(780, screen.availHeight - 80);
    const left = Math.round(screenX + (outerWidth - 460) / 2);
    open(link.href, '_blank', 'noopener,popup,width=460,height=' + height + ',left=' + left + ',top=' + (screenY + 60));
  });
})();
`;

export function serveButton(): Response {
  return new Response(button, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    },
  });
}
