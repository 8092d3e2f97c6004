import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Door } from '#lib/auth/sessions';
import { currentLanguage, later, pieces, t } from '#lib/browser/language/words';
import { simulated } from '#lib/checkout/page';
import { languageLinks } from '#lib/language/language-links';
import type { MailWay } from '#lib/messages/mail-sender';
import { contactAddress, settings } from '#lib/settings';

export interface LogInView {
  door: Door;
  /** `forgotten` asks for the address of whoever forgot the password, and `told` says what happens then. */
  step: 'password' | 'code' | 'recovery_code' | 'forgotten' | 'told';
  /** Where it leads; checked. */
  next: string;
  email?: string | undefined;
  /** The token of the second step. */
  challenge?: string | undefined;
  /** Why whoever comes here was signed out. */
  notice?: (() => string) | undefined;
  /** What was refused, in a sentence. */
  fault?: (() => string) | undefined;
}

/** What surrounds it. */
interface Frame {
  /** What the next page will want, fetched once this one is there. */
  prefetch: readonly string[];
  /** Of the live rails. */
  isSimulated: boolean;
  /** Where messages go; without a way nobody is offered a link by message. */
  mailWay: MailWay;
  /** Of its address, for the same page in another language. */
  search: string;
}

/** The colours of `app/globals.css`; the theme is the system’s. A target is 44 px high, and nothing moves when the rest comes. */
const style = `
:root{color-scheme:light dark;--page:light-dark(#fff,#0e1015);--ink:light-dark(#171a21,#f1f3f7);--soft:light-dark(#565c69,#a3aab8);--control:light-dark(#808693,#686f7d);--hover:light-dark(#f7f8fa,#171a21);--accent:light-dark(#0f6868,#5cc9c0);--on-accent:light-dark(#fff,#06201f);--red:light-dark(#b3261e,#ff8f86);--amber:light-dark(#8f5500,#f0b45b)}
*{box-sizing:border-box}
body{margin:0;max-width:24rem;margin-inline:auto;padding:clamp(48px,18vh,180px) 16px 48px;background:var(--page);color:var(--ink);font:.875rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
h1,p{margin:0}
header{margin-bottom:32px}
header a{display:inline-flex;align-items:center;gap:10px;color:inherit;font-size:1rem;font-weight:600;text-decoration:none}
h1{margin-bottom:24px;font-size:1.25rem;font-weight:600;letter-spacing:-.02em}
h1+.soft{margin:-16px 0 24px}
.soft{color:var(--soft)}
.soft a{display:inline-block;padding:8px 0;color:var(--accent)}
.last{margin-top:24px;font-size:.8125rem}
.notice{margin-bottom:24px;padding:10px 14px;border:1px solid var(--amber);border-radius:8px}
form{display:grid;gap:16px}
label{display:grid;gap:6px;font-weight:600}
input{width:100%;min-height:44px;padding:0 12px;border:1px solid var(--control);border-radius:6px;background:var(--page);color:inherit;font:inherit;font-size:1rem;font-weight:400}
.fault{color:var(--red)}
.strip{position:fixed;inset:0 0 auto;padding:4px 16px;background:var(--amber);color:var(--page);text-align:center;font-size:.8125rem;font-weight:600}
button{min-height:44px;padding:0 14px;border:1px solid transparent;border-radius:6px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button.other{justify-self:start;margin-left:-14px;background:none;color:inherit}
button.other:hover{background:var(--hover)}
.tongue{display:inline-block;padding:12px 0;color:inherit}
footer{margin-top:24px;color:var(--soft);font-size:.8125rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`;

/** Lets browsers apply this style and no other. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** The whole document, in the current language. */
export async function renderLogIn(
  view: LogInView,
  { prefetch, isSimulated, mailWay, search }: Frame,
): Promise<string> {
  const title = titleOf(view);
  const document = html`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${view.fault ? t('Refused: {title}', { title }) : title} · Kaira</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${prefetch.map((file) => html`<link rel="prefetch" href="${file}" as="script">`)}
<style>${raw(style)}</style>
</head>
<body>
${isSimulated && html`<p class="strip">${simulated()}</p>`}
<header><a href="/"><img src="/icon.svg" width="28" height="28" alt="">Kaira</a></header>
<main>
<h1>${title}</h1>
${formOf(view, mailWay)}
</main>
<footer>${languageLinks(search)}</footer>
</body>
</html>`;
  return (await document).toString();
}

const titles: Record<Door, () => string> = {
  client: later('Sign in'),
  admin: later('Sign in as operator'),
};

function titleOf({ step, door }: LogInView): string {
  if (step === 'password') return titles[door]();
  if (step === 'forgotten') return t('Forgotten your password?');
  return t(step === 'told' ? 'Look at your e-mail' : 'Two-factor authentication');
}

function formOf(view: LogInView, mailWay: MailWay) {
  if (view.step === 'password') return passwordForm(view, mailWay);
  if (view.step === 'forgotten') return forgottenForm(view, mailWay);
  return view.step === 'told' ? told(view, mailWay) : secondFactorForm(view);
}

/** Who helps where no message can. */
const helpers: Record<Door, () => string> = {
  client: later('An owner of your account, or the operators, can make you a new link.'),
  admin: later('Another admin can make you a new link.'),
};
const doors: Record<Door, string> = { client: '/login', admin: '/admin/login' };

function passwordForm({ door, next, email, notice, fault }: LogInView, mailWay: MailWay) {
  return html`
${notice && html`<p class="notice">${notice()}</p>`}
<form method="post">
<input type="hidden" name="next" value="${next}">
<label>${t('E-mail')}<input name="email" type="email" autocomplete="username" required value="${email ?? ''}"${raw(email ? '' : ' autofocus')}></label>
<label>${t('Password')}<input name="password" type="password" autocomplete="current-password" required${raw(email ? ' autofocus' : '')}></label>
${faultLine(fault)}
<button>${t('Sign in')}</button>
</form>
<p class="soft last">${
    mailWay === 'none'
      ? `${t('Forgotten your password?')} ${helpers[door]()}`
      : html`<a href="/password-reset?door=${door}">${t('Forgotten your password?')}</a>`
  }</p>${door === 'client' && asking()}`;
}

/** How a business comes by an account. */
function asking() {
  const contact = settings().CONTACT;
  return html`<p class="soft">${
    contact === undefined
      ? t('No account yet? Whoever runs this gateway opens one for you.')
      : pieces('No account yet? Ask {contact}.', {
          contact: html`<a href="${contactAddress(contact)}">${contact}</a>`,
        })
  }</p>`;
}

function forgottenForm({ door, email, fault }: LogInView, mailWay: MailWay) {
  if (mailWay === 'none') {
    return html`<p class="soft">${t('This installation sends no e-mail.')} ${helpers[door]()}</p>${back(door)}`;
  }
  return html`
<p class="soft">${t('We send you a link with which you choose a new one. It works once, within 30 minutes.')}</p>
<form method="post">
<input type="hidden" name="door" value="${door}">
<label>${t('E-mail')}<input name="email" type="email" autocomplete="username" required autofocus value="${email ?? ''}"></label>
${faultLine(fault)}
<button>${t('Send me a link')}</button>
</form>
${back(door)}`;
}

/** The same whether the address has an account or not. */
function told({ door, email }: LogInView, mailWay: MailWay) {
  return html`
<p>${t('If somebody signs in with {email}, a link is on its way to that address. It works once, within 30 minutes.', { email: email ?? '' })}</p>
<p class="soft last">${
    mailWay === 'folder'
      ? t('This installation sends no e-mail: admins find the message under Outbox.')
      : `${t('Nothing came? Look among what is filtered out as spam.')} ${helpers[door]()}`
  }</p>
${back(door)}`;
}

function back(door: Door) {
  return html`<p class="last"><a href="${doors[door]}">${t('Back to signing in')}</a></p>`;
}

function secondFactorForm({ step, next, challenge, fault }: LogInView) {
  const isRecovery = step === 'recovery_code';
  return html`
<p class="soft">${t(
    isRecovery
      ? 'Type one of your recovery codes. Each works once.'
      : 'Type the six digits that your authenticator app shows now.',
  )}</p>
<form method="post">
<input type="hidden" name="next" value="${next}">
<input type="hidden" name="challenge_token" value="${challenge ?? ''}">
${
  isRecovery
    ? html`<label>${t('Recovery code')}<input name="recovery_code" autocomplete="off" required autofocus></label>`
    : html`<label>${t('Code')}<input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" title="${t('Six digits')}" required autofocus></label>`
}
${faultLine(fault)}
<button>${t('Continue')}</button>
<button class="other" name="other" value="1" formnovalidate>${t(isRecovery ? 'Use the authenticator app' : 'Use a recovery code')}</button>
</form>`;
}

function faultLine(fault: LogInView['fault']) {
  return fault && html`<p class="fault" role="alert">${fault()}</p>`;
}
