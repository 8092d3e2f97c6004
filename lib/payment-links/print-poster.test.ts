import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import QRCode from 'qrcode';
import { describe, expect, test } from 'vitest';
import { pdfTexts } from '#e2e/setup/pdf-text';
import { type Poster, posterQuery, printPoster } from '#lib/payment-links/print-poster';

const poster: Poster = {
  size: 'A4',
  name: 'Kunta & Sons, Brikama',
  title: 'School fees, term 2',
  amountBututs: 1500_00n,
  url: 'https://pay.kaira.example/pay/4tQv7aZk2B',
  environment: 'LIVE',
  madeAt: new Date('2026-11-24T04:00:00Z'),
};
const print = async (facts: Partial<Poster> = {}) => Buffer.from(await printPoster({ ...poster, ...facts }));

/** The dark modules of the code that the page draws, read from its rectangles. */
function modulesOf(pdf: Buffer, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const source = pdf.toString('latin1');
  for (const [, body = ''] of source.matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
    const drawn = inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    const form = /([\d.]+) ([\d.]+) m\s([\d.]+) [\d.]+ l\s[\d.]+ ([\d.]+) l\s[\d.]+ [\d.]+ l\sh/g;
    for (const [, left, top, right, bottom] of drawn.matchAll(form)) {
      expect(Number(bottom) - Number(top), 'a row is one module high').toBe(1);
      for (let x = Number(left); x < Number(right); x++) {
        const row = modules[Number(top)];
        if (row === undefined || x >= size)
          throw new Error(`A module lies outside of the code: ${x}, ${top}`);
        row[x] = true;
      }
    }
  }
  return modules;
}

describe('a poster', () => {
  test.each(['A4', 'A6'] as const)('of %s draws the code of its link, whole', async (size) => {
    const { modules } = QRCode.create(poster.url, { errorCorrectionLevel: 'M' });
    const expected = Array.from({ length: modules.size }, (_, y) =>
      Array.from({ length: modules.size }, (_, x) => modules.get(y, x) === 1),
    );
    expect(modulesOf(await print({ size }), modules.size)).toEqual(expected);
    const other = modulesOf(await print({ size, url: poster.url.replace('4tQv', '5tQv') }), modules.size);
    expect(other).not.toEqual(expected);
  });

  test('says who is paid, for what, how much, and the address to type', async () => {
    const texts = pdfTexts(await print()).join(' ');
    for (const text of [poster.name, poster.title, 'GMD 1,500.00', 'pay.kaira.example/pay/4tQv7aZk2B'])
      expect(texts).toContain(text);
    expect(texts).not.toContain('https://');
    expect(texts).not.toContain('Test only');
    expect(pdfTexts(await print({ amountBututs: null })).join(' ')).toContain('You say how much');
  });

  test('of a test link says that it takes no real money', async () => {
    expect(pdfTexts(await print({ environment: 'SANDBOX' })).join(' ')).toContain('no real money');
  });

  test('has one page and the same bytes each time, however long a name and a title are', async () => {
    const long = { name: 'Ñjie & Søns '.repeat(10), title: 'W'.repeat(120), size: 'A6' as const };
    const [once, again] = [await print(long), await print(long)];
    expect(once.equals(again)).toBe(true);
    expect(once.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  test('is A4 or A6, and nothing else', () => {
    expect(posterQuery.parse({}).size).toBe('A4');
    expect(posterQuery.safeParse({ size: 'A5' }).success).toBe(false);
  });

  // Both are in Debian, poppler-utils and zbar-tools; the first test stands in for them elsewhere.
  const canRead = ['pdftoppm', 'zbarimg'].every((tool) => spawnSync(tool, ['--version']).error === undefined);
  test.skipIf(!canRead).each(['A4', 'A6'] as const)('of %s is read by a camera’s reader', async (size) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kaira-poster-'));
    try {
      const long = { size, name: 'Kunta & Sons '.repeat(9), title: 'Wide '.repeat(24) };
      writeFileSync(path.join(folder, 'poster.pdf'), await print(long));
      const drawn = spawnSync('pdftoppm', ['-r', '72', '-gray', 'poster.pdf', 'page'], { cwd: folder });
      expect(drawn.status, String(drawn.stderr)).toBe(0);
      const read = spawnSync('zbarimg', ['--quiet', '--raw', 'page-1.pgm'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(read.stdout.trim(), read.stderr).toBe(poster.url);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
