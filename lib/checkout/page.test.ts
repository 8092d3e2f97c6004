import { describe, expect, test } from 'vitest';
import { checkoutPage } from '#lib/checkout/checkout-page';
import { errorPage } from '#lib/checkout/error-page';
import type { Checkout } from '#lib/checkout/find-checkout';
import { type Page, renderPage } from '#lib/checkout/page';
import { handOverPage, merchantUrl, resultPage, waitingPage } from '#lib/checkout/return-page';
import { attemptPage } from '#lib/payment-links/attempt-page';
import type { MetLink } from '#lib/payment-links/find-open-link';
import type { PaymentLink } from '#lib/payment-links/payment-link';
import type { Transaction } from '#lib/transactions/transaction';

const now = new Date('2026-11-20T12:00:00.000Z');
const id = '019aa0f0-0000-7000-8000-000000000001';
const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&lt;`;

function checkoutWith(facts: Partial<Transaction>, name = 'Kunta Crafts'): Checkout {
  const transaction = {
    id,
    environment: 'SANDBOX',
    type: 'collection',
    clientReference: 'ORDER-1042',
    provider: 'PROVIDER_W',
    amountBututs: 15_000n,
    status: 'PENDING',
    nextStep: null,
    successUrl: null,
    errorUrl: null,
    receiptToken: 'x'.repeat(16),
    failureCode: null,
    createdAt: now,
    ...facts,
  } as Transaction;
  return { transaction, client: { id, name, commissionBps: 150 } };
}

/** Every page that a customer can be shown of one payment. */
function pagesOf(checkout: Checkout): Page[] {
  const ended = (['SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const).map((status) => ({
    ...checkout,
    transaction: { ...checkout.transaction, status, failureCode: status === 'FAILED' ? 'DECLINED' : null },
  }));
  const waitedLong = new Date(now.getTime() + 120_000);
  return [
    checkoutPage(checkout, undefined),
    checkoutPage(checkout, { state: 'SUCCEEDED' }),
    waitingPage(checkout, now, now, 'checkout'),
    waitingPage(checkout, now, waitedLong, 'give_up'),
    ...ended.map((each) => resultPage(each)),
    ...ended.map((each) => resultPage(each, [{ amountBututs: 4_000n, at: now }])),
    ...ended.map((each) => handOverPage(each, 'https://shop.example/back?a=1&b=2')),
  ];
}

const rendered = (pages: Page[]) => Promise.all(pages.map((page) => renderPage(page)));

describe('every page of the customer', () => {
  test('shows a hostile name, reference and address as text', async () => {
    const checkout = checkoutWith(
      {
        clientReference: hostile,
        successUrl: `https://shop.example/"><script>`,
        errorUrl: `javascript:alert(1)`,
      },
      hostile,
    );
    for (const page of await rendered(pagesOf(checkout))) {
      expect(page).not.toMatch(/<script|<img/i);
      expect(page).not.toContain(`'alert(2)'`);
      expect(page).not.toContain('javascript:');
      expect(page).toContain('&lt;script&gt;alert(1)');
    }
  });

  test('is under 8 KB, even with the longest name, reference and addresses', async () => {
    const url = `https://shop.example/${'a'.repeat(2_000)}`;
    const checkout = checkoutWith({ clientReference: 'R'.repeat(255) }, 'N'.repeat(120));
    for (const page of await rendered(pagesOf(checkout))) expect(Buffer.byteLength(page)).toBeLessThan(8_000);
    const withUrl = checkoutWith({ status: 'SUCCEEDED', successUrl: url });
    expect(Buffer.byteLength(await renderPage(handOverPage(withUrl, url)))).toBeLessThan(12_000);
  });

  test('has no script, and nothing to type into', async () => {
    const card = checkoutWith({ provider: 'PROVIDER_C_CARD', nextStep: 'show_card_page' });
    for (const page of await rendered([...pagesOf(checkoutWith({})), ...pagesOf(card)])) {
      expect(page).not.toMatch(/<script|<input|<select|<textarea|\son\w+=|contenteditable|autocomplete/i);
    }
  });

  test('says in the sandbox that no real money moves, and does not say so in live', async () => {
    const strip = 'Sandbox – no real money moves';
    for (const page of await rendered(pagesOf(checkoutWith({})))) expect(page).toContain(strip);
    for (const page of await rendered(pagesOf(checkoutWith({ environment: 'LIVE' })))) {
      expect(page).not.toContain(strip);
    }
  });

  test('shows who asks for how much, and for what', async () => {
    for (const page of await rendered(pagesOf(checkoutWith({})))) {
      expect(page).toContain('Kunta Crafts');
      expect(page).toMatch(/GMD(<\/small>)? 150\.00/);
      expect(page).toContain('ORDER-1042');
    }
  });
});

test('the card page says whose page stands there in live and asks for nothing', async () => {
  const card = checkoutWith({ provider: 'PROVIDER_C_CARD', nextStep: 'show_card_page' });
  const page = await renderPage(checkoutPage(card, undefined));
  expect(page).toContain('the acquirer’s own card page stands here');
  expect(page.match(/<button/g)).toHaveLength(3);
});

test('a card that does not pay is called no wallet', async () => {
  for (const failureCode of [
    'INSUFFICIENT_FUNDS',
    'ACCOUNT_BLOCKED',
    'RATE_LIMIT_EXCEEDED',
    'DECLINED',
  ] as const) {
    const facts = { provider: 'PROVIDER_C_CARD', status: 'FAILED', failureCode } as const;
    const { transaction, client } = checkoutWith(facts);
    const link = { code: 'Ab3dEf6hJk', environment: 'SANDBOX', takesParts: false } as PaymentLink;
    const met = { link, client, status: 'ACTIVE' } as MetLink;
    const view = { query: '', isFresh: false };
    const pages = [
      resultPage({ transaction, client }),
      attemptPage(met, transaction, view),
      attemptPage(met, { ...transaction, status: 'PENDING', cardPageUrl: 'https://card.example' }, view),
    ];
    for (const page of await rendered(pages)) {
      expect(page).toContain('Card');
      expect(page).not.toMatch(/wallet/i);
    }
  }
});

test('a waiting page comes again every 2 seconds, and after 2 minutes every 15', async () => {
  const at = (seconds: number) =>
    renderPage(waitingPage(checkoutWith({}), now, new Date(now.getTime() + seconds * 1_000), 'checkout'));
  const again = `url=/checkout/${id}/return?since=${now.getTime()}"`;
  expect(await at(0)).toContain(`content="2;${again}`);
  expect(await at(119)).toContain(`content="2;${again}`);
  expect(await at(120)).toContain(`content="15;${again}`);
});

test('a paid collection says what was given back of it since, and more than five refunds as one sum', async () => {
  const paid = checkoutWith({ status: 'SUCCEEDED' });
  const backOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      amountBututs: 10_00n,
      at: new Date(now.getTime() + index * 86_400_000),
    }));
  const page = (count: number) => renderPage(resultPage(paid, backOf(count)));
  expect(await page(0)).not.toContain('given back');
  expect(await page(2)).toContain('GMD 10.00 was given back on 20 Nov 2026.');
  expect(await page(2)).toContain('GMD 10.00 was given back on 21 Nov 2026.');
  expect(await page(6)).toContain('GMD 60.00 was given back in all, the last of it on 25 Nov 2026.');
});

test('only a success leads to success_url, every other end to error_url', () => {
  const urls = { successUrl: 'https://shop.example/yes', errorUrl: 'https://shop.example/no' };
  expect(merchantUrl(checkoutWith({ ...urls, status: 'SUCCEEDED' }).transaction)).toBe(urls.successUrl);
  for (const status of ['FAILED', 'EXPIRED', 'CANCELLED'] as const) {
    expect(merchantUrl(checkoutWith({ ...urls, status }).transaction)).toBe(urls.errorUrl);
    expect(merchantUrl(checkoutWith({ ...urls, status, errorUrl: null }).transaction)).toBeUndefined();
  }
});

test('an address of a merchant is followed over http only, and fits into a header', () => {
  const urlOf = (successUrl: string) =>
    merchantUrl(checkoutWith({ status: 'SUCCEEDED', successUrl }).transaction);
  expect(urlOf('javascript:alert(1)')).toBeUndefined();
  expect(urlOf('data:text/html,x')).toBeUndefined();
  expect(urlOf('no address')).toBeUndefined();
  expect(urlOf('https://shop.example/ñ?q=“x”')).toBe('https://shop.example/%C3%B1?q=%E2%80%9Cx%E2%80%9D');
});

test('an error page tells the request and no more', async () => {
  const page = await renderPage(errorPage(500, 'request-7'));
  expect(page).toContain('request-7');
  expect(page).not.toContain('Sandbox');
  expect(await renderPage(errorPage(503, 'request-7'))).toContain('<meta http-equiv="refresh" content="5">');
});

test('a page of a server whose live rails are simulated says so, in either environment', async () => {
  const page = errorPage(404, 'request-7');
  for (const environment of ['LIVE', 'SANDBOX'] as const) {
    expect(await renderPage({ ...page, environment }, { isSimulated: true })).toContain(
      'No real money moves.',
    );
  }
  expect(await renderPage({ ...page, environment: 'LIVE' })).not.toContain('No real money moves');
});
