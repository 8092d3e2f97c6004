import { describe, expect, test } from 'vitest';
import { pdfTexts } from '#e2e/setup/pdf-text';
import { type Context, systemContext } from '#lib/context';
import { inLanguage } from '#lib/language/in-language';
import { draftOf } from '#lib/payment-requests/create-payment-request';
import { printInvoice } from '#lib/payment-requests/print-invoice';
import { checkNewRequest } from '#lib/payment-requests/request-body';

const now = new Date('2026-11-24T04:00:00Z');
const bounds = { minBututs: 1_00n, maxBututs: 100_000_00n };
const shop = (environment: Context['environment']) =>
  systemContext({ id: '0', name: 'Kunta & Sons, Brikama', commissionBps: 0 }, environment, () => now);

function request(facts: Record<string, unknown> = {}, environment: Context['environment'] = 'LIVE') {
  const read = checkNewRequest(bounds, {
    description: 'Rice for the shop',
    customer_name: 'Awa Ceesay',
    customer_mobile: '+2207012345',
    lines: [{ description: 'Bag of rice, 50 kg', quantity: 2, unit_price: '1450' }],
    client_reference: 'invoice-12',
    message: 'Thank you for your order',
    ...facts,
  });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return draftOf(shop(environment), read.value);
}
const print = async (made = request()) =>
  Buffer.from(
    await printInvoice('Kunta & Sons, Brikama', made, `https://pay.kaira.example/pay/${made.link.code}`, now),
  );
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

describe('a request on paper', () => {
  test('says of whom, for whom, what, how much, and where to pay, on one page and in the same bytes each time', async () => {
    const made = request();
    const [once, again] = [await print(made), await print(made)];
    expect(once.equals(again)).toBe(true);
    expect(pagesOf(once)).toBe(1);
    const texts = pdfTexts(once).join(' ');
    for (const text of [
      'Kunta & Sons, Brikama',
      'Awa Ceesay',
      'invoice-12',
      '2026-11-24',
      'Rice for the shop',
    ])
      expect(texts).toContain(text);
    for (const text of ['2 × 1,450.00', '2,900.00', 'GMD 2,900.00', 'Thank you', `/pay/${made.link.code}`])
      expect(texts).toContain(text);
    expect(texts).not.toContain('no real money');
  });

  test('of the sandbox says that it takes no real money', async () => {
    expect(pdfTexts(await print(request({}, 'SANDBOX'))).join(' ')).toContain('no real money');
  });

  test('that is paid or cancelled says so, and asks for nothing', async () => {
    const made = request();
    const texts = pdfTexts(await print({ ...made, cancelledAt: now })).join(' ');
    expect(texts).toContain('Request to pay – Cancelled');
    expect(texts).not.toContain('/pay/');
  });

  test('of which a part is paid says what is left, and how to pay it', async () => {
    const made = request({ allow_part_payments: true });
    const link = { ...made.link, collectedBututs: 900_00n, succeeded: 1 };
    const texts = pdfTexts(await print({ ...made, link })).join(' ');
    for (const text of ['Request to pay – Partly paid', 'Paid so far', 'GMD 900.00', 'GMD 2,000.00', '/pay/'])
      expect(texts).toContain(text);
    const whole = { ...made.link, collectedBututs: 2_900_00n, succeeded: 2 };
    expect(pdfTexts(await print({ ...made, link: whole })).join(' ')).not.toContain('Paid so far');
  });

  test('of the most and the longest lines goes on to further pages, and loses none', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => ({
      description: `Item ${index} ${'W'.repeat(110)}`,
      unit_price: '10.00',
    }));
    const pdf = await print(request({ lines, message: 'W '.repeat(249).trim() }));
    expect(pagesOf(pdf)).toBeGreaterThan(1);
    const texts = pdfTexts(pdf).join(' ');
    for (let index = 0; index < 50; index++) expect(texts).toContain(`Item ${index} `);
  });
});

test('in French it is the same paper, with French words, figures and letters', async () => {
  const made = request({ due_on: '2027-01-31' });
  const texts = pdfTexts(await inLanguage('fr', () => print(made))).join(' ');
  for (const text of [
    'Demande de paiement',
    'Référence',
    '1\u00a0450,00',
    '2\u00a0900,00\u00a0GMD',
    'Numéro',
  ])
    expect(texts).toContain(text);
  for (const text of ['Request', 'Total to', 'Reference', '2,900.00']) expect(texts).not.toContain(text);
});
