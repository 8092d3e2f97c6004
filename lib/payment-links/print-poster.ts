import type PDFDocument from 'pdfkit';
import { z } from 'zod';
import { money } from '#lib/browser/format';
import { qrCodeOf } from '#lib/checkout/qr-code';
import type { Environment } from '#lib/context';
import { latinText } from '#lib/ledger/latin-text';
import { type Bututs, formatAmount } from '#lib/money';

export const posterQuery = z.object({
  size: z.enum(['A4', 'A6'], 'The size must be "A4" or "A6".').default('A4'),
});

export interface Poster {
  size: 'A4' | 'A6';
  /** Who is paid. */
  name: string;
  title: string;
  /** Null: the payer types it. */
  amountBututs: Bututs | null;
  url: string;
  environment: Environment;
  madeAt: Date;
}

/** In points, 72 to the inch; drawn as A4, and A6 is the same at half the size. */
const sheet = { width: 595.28, height: 841.89, margin: 48 };
const a6 = { width: 297.64, height: 419.53 };
const ink = '#18181b';
const grey = '#5f5f68';
/** The code keeps four modules free around itself; nothing is printed from 252 to 688. */
const code = { side: 340, y: 300 };

interface Box {
  y: number;
  height: number;
  /** As large as fits, and no smaller than the second; what does not fit then ends in an ellipsis. */
  sizes: [largest: number, smallest: number];
  isBold?: boolean;
  colour?: string;
}

/** A poster of one page for a counter or a wall, the same bytes each time; letters as in `latinText`. */
export async function printPoster(poster: Poster): Promise<Uint8Array> {
  const { default: Document } = await import('pdfkit');
  const document = new Document({
    size: poster.size,
    margin: 0,
    lang: 'en',
    info: {
      Title: latinText(`Pay ${poster.name}`).text,
      Author: 'Kaira',
      CreationDate: poster.madeAt,
    },
  });
  if (poster.size === 'A6') document.scale(Math.min(a6.width / sheet.width, a6.height / sheet.height));
  const amount = poster.amountBututs;
  const sandbox = poster.environment === 'SANDBOX';
  printBox(document, poster.name, { y: 44, height: 90, sizes: [40, 16], isBold: true });
  printBox(document, poster.title, { y: 138, height: 58, sizes: [22, 12], colour: grey });
  const howMuch = amount === null ? 'You say how much' : money(formatAmount(amount));
  printBox(document, howMuch, { y: 206, height: 40, sizes: [28, 14], isBold: true });
  printCode(document, poster.url);
  printBox(document, 'Scan it with the camera of your phone, or open', {
    y: 698,
    height: 22,
    sizes: [16, 12],
    colour: grey,
  });
  const address = poster.url.replace(/^https?:\/\//, '');
  printBox(document, address, { y: 722, height: 30, sizes: [24, 9], isBold: true });
  const foot = sandbox ? 'Test only: this code takes no real money.' : 'Payment by Kaira';
  printBox(document, foot, { y: 784, height: 20, sizes: [12, 12], isBold: sandbox, colour: grey });
  document.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of document) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

type Document = InstanceType<typeof PDFDocument>;

/** Centred, on as many lines as its box has room for. */
function printBox(document: Document, text: string, { y, height, sizes, isBold, colour = ink }: Box): void {
  const width = sheet.width - 2 * sheet.margin;
  const { text: shown } = latinText(text);
  let [size] = sizes;
  document.font(isBold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  while (size > sizes[1] && document.heightOfString(shown, { width }) > height) document.fontSize(--size);
  // At the foot of its box, so that what belongs together stands together.
  const low = y + Math.max(0, height - document.heightOfString(shown, { width }));
  document
    .fillColor(colour)
    .text(shown, sheet.margin, low, { width, height, align: 'center', ellipsis: true });
}

/** Drawn, and no picture, so that it is sharp at every size. */
function printCode(document: Document, url: string): void {
  const { size, path } = qrCodeOf(url);
  document
    .save()
    .translate((sheet.width - code.side) / 2, code.y)
    .scale(code.side / size)
    .path(path)
    .fill('#000')
    .restore();
}
