import { expect, test } from 'vitest';
import { emailHref, messageOf, smsHref, whatsAppHref } from '#lib/browser/link-sharing';

const link = {
  url: 'https://kaira.example/pay/4tQv7aZk2B',
  title: 'Fees & books, 100% of term 2?',
  amount: '1500.00',
  environment: 'LIVE' as const,
};

test('a message says what for, how much and where, and a test link that it is one', () => {
  expect(messageOf(link)).toBe(
    'Fees & books, 100% of term 2?, GMD 1,500.00. Pay here: https://kaira.example/pay/4tQv7aZk2B',
  );
  expect(messageOf({ ...link, amount: null })).toBe(
    'Fees & books, 100% of term 2?. Pay here: https://kaira.example/pay/4tQv7aZk2B',
  );
  expect(messageOf({ ...link, environment: 'SANDBOX' })).toMatch(/^Test, no real money: /);
});

test('no sign of a title ends the message, or becomes a part of the address', () => {
  expect(new URL(whatsAppHref(link)).searchParams.get('text')).toBe(messageOf(link));
  expect([...new URL(whatsAppHref(link)).searchParams.keys()]).toEqual(['text']);
  expect(new URL(smsHref(link)).searchParams.get('body')).toBe(messageOf(link));
  const email = new URL(emailHref(link)).searchParams;
  expect([...email.keys()]).toEqual(['subject', 'body']);
  expect(email.get('subject')).toBe(link.title);
  expect(email.get('body')).toBe(messageOf(link));
});
