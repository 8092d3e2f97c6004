import type PDFDocument from 'pdfkit';
import { figure, money } from '#lib/browser/format';
import { currentLanguage, later, t } from '#lib/browser/language/words';
import { qrCodeOf } from '#lib/checkout/qr-code';
import { banjulDay } from '#lib/clock';
import { latinText } from '#lib/ledger/latin-text';
import { formatAmount } from '#lib/money';
import {
  isWaiting,
  leftBututs,
  lineBututs,
  type PaymentRequest,
  paidBututs,
  type RequestStatus,
  statusOf,
} from '#lib/payment-requests/payment-request';

/** In points, 72 to the inch; A4. */
const sheet = { width: 595.28, height: 841.89, margin: 48 };
const ink = '#18181b';
const grey = '#5f5f68';
const hairline = '#d4d4d8';
const AMOUNT_WIDTH = 90;
const NAME_WIDTH = 90;
const CODE_SIDE = 120;
const FOOT = sheet.height - sheet.margin;

const titles: Partial<Record<RequestStatus, () => string>> = {
  PARTLY_PAID: later('Request to pay – Partly paid'),
  PAID: later('Request to pay – Paid'),
  PAID_BY_HAND: later('Request to pay – Paid'),
  CANCELLED: later('Request to pay – Cancelled'),
};
const untouched = later('Request to pay');

type Document = InstanceType<typeof PDFDocument>;

/** A request on paper: of whom, what for, how much, by when, and the code to pay it, in the current language; letters as in `latinText`. */
export async function printInvoice(
  business: string,
  request: PaymentRequest,
  url: string,
  now: Date,
): Promise<Uint8Array> {
  const { default: Document } = await import('pdfkit');
  const { link } = request;
  const document = new Document({
    size: 'A4',
    margin: sheet.margin,
    lang: currentLanguage(),
    info: {
      Title: latinText(t('Request to pay of {business}', { business })).text,
      Author: 'Kaira',
      CreationDate: link.createdAt,
    },
  });
  const paper = paperOf(document);
  const status = statusOf(request, now);
  const isPartly = isWaiting(status) && paidBututs(request) > 0n;
  const title = titles[isPartly ? 'PARTLY_PAID' : status] ?? untouched;
  paper.print(business, { size: 20, isBold: true });
  paper.print(title(), { size: 12, colour: grey });
  paper.gap(18);
  for (const [name, value] of factsOf(request)) paper.fact(name, value);
  paper.gap(14);
  paper.print(link.title, { size: 13, isBold: true });
  paper.gap(6);
  for (const line of request.lines) {
    const many = line.quantity > 1 ? `  (${line.quantity} × ${figure(line.unit_price)})` : '';
    paper.row(line.description + many, figure(formatAmount(lineBututs(line))));
  }
  paper.row(t('Total'), money(formatAmount(link.amountBututs ?? 0n)), true);
  if (isPartly) {
    paper.row(t('Paid so far'), money(formatAmount(paidBututs(request))));
    paper.row(t('Still to be paid'), money(formatAmount(leftBututs(request))), true);
  }
  if (link.description !== null) {
    paper.gap(12);
    paper.print(link.description, { size: 10 });
  }
  if (isWaiting(status)) paper.code(url);
  paper.gap(16);
  const sandbox = link.environment === 'SANDBOX' ? `${t('Test only: this takes no real money.')} ` : '';
  paper.print(`${sandbox}${t('Payment by Kaira. Amounts in Gambian dalasi.')}`, { size: 8, colour: grey });
  document.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of document) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

function factsOf({ link, customerEmail, dueOn }: PaymentRequest): [name: string, value: string][] {
  const facts: [string, string | null][] = [
    [t('For'), link.customerName],
    [t('Number'), link.customerMobile],
    [t('E-mail'), customerEmail],
    [t('Reference'), link.clientReference],
    [t('Date'), banjulDay(link.createdAt)],
    [t('Please pay by'), dueOn],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

/** Writes downwards, and goes on to another page where one is full. */
function paperOf(document: Document) {
  const width = sheet.width - 2 * sheet.margin;
  let y = sheet.margin;
  const turnFor = (height: number) => {
    if (y + height <= FOOT) return;
    document.addPage();
    y = sheet.margin;
  };
  const font = (isBold: boolean | undefined, size: number) =>
    document.font(isBold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  const print = (
    text: string,
    { size, isBold, colour = ink }: { size: number; isBold?: boolean; colour?: string },
  ) => {
    const { text: shown } = latinText(text);
    const height = font(isBold, size).heightOfString(shown, { width });
    turnFor(height);
    document.fillColor(colour).text(shown, sheet.margin, y, { width });
    y += height + 2;
  };
  return {
    print,
    gap(height: number) {
      y += height;
    },
    fact(name: string, value: string) {
      const { text: shown } = latinText(value);
      const called = latinText(name).text;
      const height = Math.max(
        font(false, 10).heightOfString(shown, { width: width - NAME_WIDTH }),
        document.heightOfString(called, { width: NAME_WIDTH }),
      );
      turnFor(height);
      document.fillColor(grey).text(called, sheet.margin, y, { width: NAME_WIDTH });
      document.fillColor(ink).text(shown, sheet.margin + NAME_WIDTH, y, { width: width - NAME_WIDTH });
      y += height + 3;
    },
    row(name: string, amount: string, isBold = false) {
      const { text: shown } = latinText(name);
      const height = font(isBold, 10).heightOfString(shown, { width: width - AMOUNT_WIDTH - 12 });
      turnFor(height + 12);
      document
        .moveTo(sheet.margin, y)
        .lineTo(sheet.margin + width, y)
        .lineWidth(0.5)
        .stroke(hairline);
      document.fillColor(ink).text(shown, sheet.margin, y + 6, { width: width - AMOUNT_WIDTH - 12 });
      const at = sheet.margin + width - AMOUNT_WIDTH;
      document.text(amount, at, y + 6, { width: AMOUNT_WIDTH, align: 'right' });
      y += height + 12;
    },
    /** Drawn, and no picture, so that it is sharp at every size. */
    code(url: string) {
      turnFor(CODE_SIDE + 64);
      const { size, path } = qrCodeOf(url);
      document
        .save()
        .translate(sheet.margin, y + 24)
        .scale(CODE_SIDE / size)
        .path(path)
        .fill('#000')
        .restore();
      y += CODE_SIDE + 36;
      print(t('Pay by any wallet: scan the code with the camera of your phone, or open'), {
        size: 10,
        colour: grey,
      });
      print(url.replace(/^https?:\/\//, ''), { size: 12, isBold: true });
    },
  };
}
