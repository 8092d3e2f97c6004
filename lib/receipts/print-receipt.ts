import { money } from '#lib/browser/format';
import { currentLanguage, t } from '#lib/browser/language/words';
import { latinText } from '#lib/ledger/latin-text';
import { formatAmount } from '#lib/money';
import type { Receipt } from '#lib/receipts/find-receipt';
import { receiptFacts } from '#lib/receipts/receipt-facts';

/** In points, 72 to the inch; A5, which printers put on A4 as it is. */
const page = { width: 419.53, margin: 40 };
const ink = '#18181b';
const grey = '#5f5f68';
const hairline = '#d4d4d8';
const NAME_WIDTH = 96;
/** Of a reference of 255 letters, as much as leaves the receipt on one page. */
const MOST_LETTERS = 160;

/** The receipt as a PDF of one page in the current language, the same bytes each time; the library is loaded by the first one. */
export async function printReceipt(receipt: Receipt): Promise<Uint8Array> {
  const { default: Document } = await import('pdfkit');
  const { transaction, client } = receipt;
  const document = new Document({
    size: 'A5',
    margin: 0,
    lang: currentLanguage(),
    info: {
      Title: latinText(t('Receipt of {business}', { business: client.name })).text,
      Author: 'Kaira',
      CreationDate: transaction.completedAt as Date,
    },
  });
  const width = page.width - 2 * page.margin;
  const print = (text: string, x: number, y: number, size: number, colour: string, isBold = false) =>
    document
      .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(colour)
      .text(latinText(text).text, x, y, { width: page.width - page.margin - x, lineGap: 2 });

  print(t('Receipt'), page.margin, page.margin, 18, ink, true);
  print(money(formatAmount(transaction.amountBututs)), page.margin, 74, 24, ink, true);
  let y = 118;
  for (const [name, value] of receiptFacts(receipt)) {
    document
      .moveTo(page.margin, y - 6)
      .lineTo(page.margin + width, y - 6)
      .lineWidth(0.5)
      .stroke(hairline);
    print(name, page.margin, y, 9, grey);
    const letters = Array.from(value);
    const text = letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('')}…` : value;
    print(text, page.margin + NAME_WIDTH, y, 9, ink);
    y = Math.max(document.y, y + 12) + 12;
  }
  const sandbox = transaction.environment === 'SANDBOX' ? `${t('Sandbox: this was no real money.')} ` : '';
  print(`${sandbox}${t('Payment by Kaira. Amounts in Gambian dalasi.')}`, page.margin, y + 6, 8, grey);
  document.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of document) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
