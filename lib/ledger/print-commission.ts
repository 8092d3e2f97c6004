import { day, figure, whole } from '#lib/browser/format';
import { currentLanguage, t } from '#lib/browser/language/words';
import type { CommissionStatement } from '#lib/ledger/commission-statement';
import { latinText, UNSHOWN } from '#lib/ledger/latin-text';
import { endOf } from '#lib/ledger/periods';

/** In points, 72 to the inch; A4. */
const left = 60;
const right = 535;
const ink = '#18181b';
const grey = '#5f5f68';

/**
 * A statement of commission as a PDF of one page in the current language, with the figures of its JSON. The same statement of a client by the same
 * name is the same file: it is dated by the end of its month.
 */
export async function printCommission(
  statement: CommissionStatement,
  clientName: string,
): Promise<Uint8Array> {
  const { default: Document } = await import('pdfkit');
  const document = new Document({
    size: 'A4',
    margin: 0,
    lang: currentLanguage(),
    info: { Title: statement.number, Author: 'Kaira', CreationDate: endOf(statement.to) },
  });
  const name = latinText(clientName);
  let y = 60;
  const print = (text: string, { size = 10, isBold = false, color = ink, x = left } = {}) =>
    document
      .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(color)
      .text(latinText(text).text, x, y, { width: right - x });
  const line = (label: string, count: number | null, amount: string, isBold = false) => {
    print(label, { isBold });
    document.text(count === null ? '' : whole(count), 300, y, { width: 80, align: 'right' });
    document.text(figure(amount), 400, y, { width: right - 400, align: 'right' });
    y += 18;
    document
      .moveTo(left, y - 4)
      .lineTo(right, y - 4)
      .lineWidth(0.5)
      .strokeColor('#d4d4d8')
      .stroke();
  };

  print(t('Statement of commission'), { size: 18, isBold: true });
  y += 30;
  print(name.text, { size: 12, isBold: true });
  y += 18;
  const { number, from, to } = statement;
  print(t('{number}, {from} to {to}', { number, from: day(from), to: day(to) }));
  y += 16;
  print(t('Amounts in Gambian dalasi (GMD), days of Banjul.'), { color: grey });
  y += 14;
  if (statement.environment === 'SANDBOX') {
    print(t('Sandbox: this is no real money.'), { color: grey });
    y += 14;
  }
  if (!statement.is_final) {
    print(t('The month is not over for a day yet: this may still change.'), { color: grey });
    y += 14;
  }
  y += 16;
  const { collections, returned_by_refunds: returned, adjustments } = statement;
  line(t('Collected'), collections.count, collections.gross);
  line(t('Commission on it'), null, collections.commission);
  line(t('Returned by refunds'), returned.count, returned.amount);
  line(t('Adjustments'), adjustments.count, adjustments.amount);
  line(t('Commission of the month'), null, statement.total, true);
  y += 12;
  print(t('It was taken from each payment, so nothing is to be paid. Taxes are no part of it.'), {
    color: grey,
  });
  if (!name.isWhole) {
    y += 14;
    print(t('A letter that this file cannot show stands as {sign}.', { sign: UNSHOWN }), { color: grey });
  }
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
