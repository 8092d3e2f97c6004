import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inLanguage } from '#lib/language/in-language';
import { inGsm7, roomOf } from '#lib/messages/gsm7';
import type { RequestFacts } from '#lib/messages/request-letters';
import { shortRequest } from '#lib/messages/short-text';

const base = 'https://pay.example.com';
const facts: RequestFacts = {
  ...{ business: 'Brikama Bakery', what: 'Rice for the shop', amount: 'GMD 1,500.00' },
  ...{ due: '31 Jan 2027', code: '4fGx9kQ2Wb', when: 'asked', rest: '' },
};
const write = (own: Partial<RequestFacts> = {}) => shortRequest({ ...facts, ...own }, base);

describe('an SMS of a request', () => {
  it('says who asks, how much, what for, by when, and where to pay', () => {
    expect(write()).toBe(
      'Brikama Bakery asks you to pay GMD 1,500.00 for Rice for the shop by 31 Jan 2027. https://pay.example.com/pay/4fGx9kQ2Wb',
    );
    expect(write({ due: '' })).toContain('for Rice for the shop. https');
    expect(write({ when: 'due' })).toMatch(/^Reminder: Brikama Bakery asks you to pay/);
    expect(write({ when: 'overdue' })).toMatch(
      /^Not paid yet: GMD 1,500.00 to Brikama Bakery for .+, due 31 Jan 2027\. /,
    );
    expect(write({ when: 'overdue', rest: 'yes' })).toMatch(/^Not all paid yet: /);
  });

  it('shortens what it is for, then leaves it out, then shortens the name; never the address', () => {
    const long = write({
      what: 'Rice, flour, sugar, oil and tea for the shop in the market of Brikama, as agreed',
    });
    expect(long).toMatch(
      / for Rice, flour.*\.\.\. by 31 Jan 2027\. https:\/\/pay\.example\.com\/pay\/4fGx9kQ2Wb$/,
    );
    const named = write({
      business: 'The United Bakeries and Fisheries of the Whole of the Kombo and of the North Bank',
    });
    expect(named).toMatch(/^The United Bakeries.*asks you to pay GMD 1,500.00/);
    for (const text of [long, named]) expect(roomOf(text)).toMatchObject({ most: 160 });
  });

  it('is one SMS, whole with its address, whatever people are called', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 120, unit: 'grapheme' }),
        fc.string({ maxLength: 120, unit: 'grapheme' }),
        fc.constantFrom('asked', 'due', 'overdue'),
        (business, what, when) => {
          const text = write({ business, what, when });
          expect(text).toMatch(/GMD 1,500\.00.*https:\/\/pay\.example\.com\/pay\/4fGx9kQ2Wb$/s);
          const { taken, most } = roomOf(text);
          // With a letter of another script the address alone leaves no room for the sentence.
          if (most === 160) expect(taken).toBeLessThanOrEqual(160);
        },
      ),
    );
  });

  it('has nothing to press but our own address', () => {
    const text = write({ business: 'win.example', what: 'call 7012345 at evil.example' });
    expect(text).toMatch(
      /^A business asks you to pay GMD 1,500\.00 by 31 Jan 2027\. https:\/\/pay\.example\.com/,
    );
    expect(text).not.toContain('evil');
  });
});

describe('an SMS in French', () => {
  const inFrench = (own: Partial<RequestFacts> = {}) => inLanguage('fr', () => write(own));

  it('says the same, in the alphabet of SMS', () => {
    expect(inFrench()).toBe(
      'Brikama Bakery vous demande de payer 1 500,00 GMD pour Rice for the shop, au plus tard le 31 janv. 2027. https://pay.example.com/pay/4fGx9kQ2Wb',
    );
    expect(inFrench({ when: 'overdue', rest: 'yes', due: '15 Aug 2026' })).toBe(
      'Reste à payer : 1 500,00 GMD à Brikama Bakery pour Rice for the shop, échéance 15 aout 2026. https://pay.example.com/pay/4fGx9kQ2Wb',
    );
    expect(inFrench({ when: 'due' })).toMatch(/^Rappel : Brikama Bakery vous demande/);
    expect(inFrench({ business: 'win.example' })).toMatch(/^Une entreprise vous demande/);
  });

  it('is one SMS of 160, however long the names and whatever their accents', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 120, unit: fc.constantFrom(...'aéèêàâçôûîœ’ '), minLength: 1 }),
        fc.constantFrom('asked', 'due', 'overdue'),
        fc.constantFrom('', '01 Feb 2027', '15 Aug 2027', '24 Dec 2026'),
        (name, when, due) => {
          const text = inFrench({ business: name, what: name, when, due });
          expect(text).toMatch(/1 500,00 GMD.*https:\/\/pay\.example\.com\/pay\/4fGx9kQ2Wb$/s);
          expect(roomOf(text)).toMatchObject({ most: 160 });
          expect(roomOf(text).taken).toBeLessThanOrEqual(160);
        },
      ),
    );
  });
});

describe('the alphabet of SMS', () => {
  it('keeps what it has, and writes the rest plainly where that can be', () => {
    expect(inGsm7('Café à Bañjul £5')).toBe('Café à Bañjul £5');
    expect(inGsm7('“Awa’s” – ŋaam ɓaa Ɗo œuf…')).toBe('"Awa\'s" - ngaam baa Do oeuf...');
    expect(inGsm7('Ênse çà ë')).toBe('Ense cà e');
    expect(inGsm7('سوق')).toBe('سوق');
  });

  it('counts brackets and the euro twice, and a letter of no alphabet as of the short kind', () => {
    expect(roomOf('abc')).toEqual({ taken: 3, most: 160 });
    expect(roomOf('[€]')).toEqual({ taken: 6, most: 160 });
    expect(roomOf('aسوق')).toEqual({ taken: 4, most: 70 });
  });
});
