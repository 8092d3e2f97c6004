import { createHash } from 'node:crypto';
import { currentLanguage, t } from '#lib/browser/language/words';
import { plainPolicy } from '#lib/http/content-policy';
import { inLanguage } from '#lib/language/in-language';
import { languageOf } from '#lib/language/request-language';

const style = `:root{color-scheme:light dark;--page:#fff;--ink:#171a21;--soft:#565c69;--accent:#0f6868;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--page:#0e1015;--ink:#f1f3f7;--soft:#a3aab8;--accent:#5cc9c0;--on-accent:#06201f}}
body{margin:0;min-height:100dvh;display:grid;place-content:center;gap:16px;padding:24px;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:360px;display:grid;gap:12px}
h1,p{margin:0}h1{font-size:1.25rem}p{color:var(--soft)}
a{display:flex;align-items:center;justify-content:center;min-height:48px;margin-top:8px;border-radius:8px;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
`;

/** The address of the page that did not come stays, so the empty link is that page. */
const pageOf = () => `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t('You are offline')} · Kaira</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${t('You are offline')}</h1>
<p>${t('This page needs a connection. Nothing was sent, and nothing waits to be sent later.')}</p>
<p>${t('Payments go on without you: what customers pay meanwhile stands here when you are back.')}</p>
<a href="">${t('Try again')}</a>
</main>
</body>
</html>
`;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': plainPolicy(`'sha256-${createHash('sha256').update(style).digest('base64')}'`, {
    isFramed: false,
  }),
};

/** What the service worker shows in place of a page that cannot come. It keeps one, in the language of its browser. */
export function serveOfflinePage(request: Request): Response {
  return new Response(inLanguage(languageOf(request), pageOf), { headers });
}
