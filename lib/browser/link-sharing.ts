import { money } from '#lib/browser/format';
import type { PresentedLink } from '#lib/payment-links/payment-link';

type Shared = Pick<PresentedLink, 'url' | 'title' | 'amount' | 'environment'>;

/** What a customer reads in a chat: what for, how much, and the address alone at the end, so that it can be pressed. */
export function messageOf(link: Shared): string {
  const amount = link.amount === null ? '' : `, ${money(link.amount)}`;
  const test = link.environment === 'SANDBOX' ? 'Test, no real money: ' : '';
  return `${test}${link.title}${amount}. Pay here: ${link.url}`;
}

/** Opens a chat of WhatsApp to be chosen, with the message typed. */
export function whatsAppHref(link: Shared): string {
  return `https://wa.me/?text=${encodeURIComponent(messageOf(link))}`;
}

/** `?&`: Android reads what follows the one, older iPhones what follows the other. */
export function smsHref(link: Shared): string {
  return `sms:?&body=${encodeURIComponent(messageOf(link))}`;
}

export function emailHref(link: Shared): string {
  return `mailto:?subject=${encodeURIComponent(link.title)}&body=${encodeURIComponent(messageOf(link))}`;
}
