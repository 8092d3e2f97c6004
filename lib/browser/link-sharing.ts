import { day, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedLink } from '#lib/payment-links/payment-link';

/** What is shared, and with whom, where that is known. */
export type Shared = Pick<PresentedLink, 'url' | 'title' | 'amount' | 'environment'> & {
  dueOn?: string | null;
  mobile?: string | null;
  email?: string | null;
};

/** What a customer reads in a chat: what for, how much, by when, and the address alone at the end, so that it can be pressed. */
export function messageOf(link: Shared): string {
  const { title, url } = link;
  const what = link.amount === null ? title : `${title}, ${money(link.amount)}`;
  const message = link.dueOn
    ? t('{what}, by {day}. Pay here: {url}', { what, day: day(link.dueOn), url })
    : t('{what}. Pay here: {url}', { what, url });
  return link.environment === 'SANDBOX' ? t('Test, no real money: {message}', { message }) : message;
}

/** Opens the chat of WhatsApp with the number, or one to be chosen, with the message typed. */
export function whatsAppHref(link: Shared): string {
  const to = (link.mobile ?? '').replaceAll(/\D/g, '');
  return `https://wa.me/${to}?text=${encodeURIComponent(messageOf(link))}`;
}

/** `?&`: Android reads what follows the one, older iPhones what follows the other. */
export function smsHref(link: Shared): string {
  return `sms:${link.mobile ?? ''}?&body=${encodeURIComponent(messageOf(link))}`;
}

export function emailHref(link: Shared): string {
  const to = encodeURIComponent(link.email ?? '');
  return `mailto:${to}?subject=${encodeURIComponent(link.title)}&body=${encodeURIComponent(messageOf(link))}`;
}
