import { html } from 'hono/html';
import { pieces, t } from '#lib/browser/language/words';
import { guestRoute, type Visit } from '#lib/checkout/guest-route';
import type { Page } from '#lib/checkout/page';
import { isOfAnotherSite, readFromGuest } from '#lib/checkout/read-choice';
import { systemClock } from '#lib/clock';
import { AppError } from '#lib/errors';
import type { Peer } from '#lib/http/peer';
import { linkPage, refusedLink } from '#lib/messages/link-page';
import { hasSettings, readSubscription, unsubscribe } from '#lib/messages/unsubscribe';

const refused = refusedLink(() =>
  linkPage(
    t('This link is not one of ours'),
    html`<p class="text">${t('It was cut off, or is too old. Sign in and choose your messages under Settings.')}</p>`,
  ),
);

/** What a message links to: a page with one button, since programs that look through mail open every link. */
export const unsubscribePage = guestRoute(async ({ params }: Visit<{ token: string }>) => {
  const { label } = requireSubscription(params.token);
  return { page: () => question(label) };
}, refused);

/** Its button, and that of the mail program itself (RFC 8058). Whatever else is sent stops nothing, and is asked. */
export const unsubscribeNow = guestRoute(async ({ params, peer, request }: Visit<{ token: string }>) => {
  const subscription = requireSubscription(params.token);
  if (!(await wantsIt(request, peer))) return { page: () => question(subscription.label), status: 400 };
  await unsubscribe(subscription, peer.address, systemClock());
  return {
    page: () =>
      linkPage(
        t('These messages have stopped'),
        html`<p class="text">${pieces('You get no more e-mail of this kind: {kind}.', { kind: html`<strong>${subscription.label()}</strong>` })}${hasSettings(subscription) && ` ${t('You can have it again under Settings.')}`}</p>
${hasSettings(subscription) && html`<div class="actions"><a class="button" href="/login">${t('Sign in')}</a></div>`}`,
      ),
  };
}, refused);

function question(label: () => string): Page {
  return linkPage(
    t('Stop these messages?'),
    html`<p class="text">${pieces('You would get no e-mail of this kind any more: {kind}.', { kind: html`<strong>${label()}</strong>` })}</p>
<form method="post" class="actions"><button class="primary" name="choice" value="stop">${t('Stop these messages')}</button></form>`,
  );
}

/** `List-Unsubscribe=One-Click` in either kind of form, or our own one, which no other site's page sends. */
async function wantsIt(request: Request, peer: Peer): Promise<boolean> {
  const fields = await readFields(request);
  if (fields?.get('List-Unsubscribe') === 'One-Click') return true;
  return fields?.get('choice') === 'stop' && !isOfAnotherSite(request, peer);
}

/** Undefined for what is no form. */
async function readFields(request: Request): Promise<FormData | undefined> {
  const body = await readFromGuest(request, 1024);
  const type = request.headers.get('content-type') ?? '';
  return new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
}

function requireSubscription(token: string) {
  const subscription = readSubscription(token);
  if (subscription === undefined) throw new AppError('NOT_FOUND', 'There is no such link.');
  return subscription;
}
