import { html } from 'hono/html';
import { confirmEmail, readConfirmation } from '#lib/auth/confirm-email';
import { pieces, t } from '#lib/browser/language/words';
import { guestRoute, type Visit } from '#lib/checkout/guest-route';
import type { Page } from '#lib/checkout/page';
import { isOfAnotherSite } from '#lib/checkout/read-choice';
import { systemClock } from '#lib/clock';
import { AppError } from '#lib/errors';
import { linkPage, refusedLink } from '#lib/messages/link-page';

const refused = refusedLink(() =>
  linkPage(
    t('This link is over'),
    html`<p class="text">${t('It works for a day, and was perhaps cut off. Sign in and ask for another one.')}</p>
<div class="actions"><a class="button" href="/login">${t('Sign in')}</a></div>`,
  ),
);

const question = (email: string): Page =>
  linkPage(
    t('Is this your address?'),
    html`<p class="text">${pieces('You confirm that what we send to {email} reaches you.', { email: html`<strong>${email}</strong>` })}</p>
<form method="post" class="actions"><button class="primary">${t('Confirm this address')}</button></form>`,
  );

/** What the message links to: a page with one button, since programs that look through mail open every link. */
export const confirmEmailPage = guestRoute(async ({ params }: Visit<{ token: string }>) => {
  const { email } = requireConfirmation(params.token);
  return { page: () => question(email) };
}, refused);

/** Its button, which no other site's page presses. */
export const confirmEmailNow = guestRoute(async ({ params, peer, request }: Visit<{ token: string }>) => {
  const confirmation = requireConfirmation(params.token);
  if (isOfAnotherSite(request, peer)) return { page: () => question(confirmation.email), status: 400 };
  await confirmEmail(confirmation, peer.address, systemClock());
  return {
    page: () =>
      linkPage(
        t('Your address is confirmed'),
        html`<p class="text">${pieces('What we send to {email} reaches you.', { email: html`<strong>${confirmation.email}</strong>` })}</p>
<div class="actions"><a class="button primary" href="/dashboard">${t('Go to the dashboard')}</a></div>`,
      ),
  };
}, refused);

function requireConfirmation(token: string) {
  const confirmation = readConfirmation(token, systemClock());
  if (confirmation === undefined) throw new AppError('NOT_FOUND', 'There is no such link.');
  return confirmation;
}
