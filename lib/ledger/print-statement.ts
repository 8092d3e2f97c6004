import { setImmediate as nextTurn } from 'node:timers/promises';
import type PDFDocument from 'pdfkit';
import { day, figure, whole } from '#lib/browser/format';
import { currentLanguage, later, t } from '#lib/browser/language/words';
import { statementKindLabel } from '#lib/browser/statement-words';
import type { Context } from '#lib/context';
import { latinText, UNSHOWN } from '#lib/ledger/latin-text';
import { countOf, type Statement, type StatementLine } from '#lib/ledger/statement';
import { formatAmount } from '#lib/money';

/** In points, 72 to the inch; A4. */
const page = { width: 595.28, height: 841.89, margin: 40, foot: 48 };
const ROW = 14;
const right = page.width - page.margin;
const columns = [
  { label: later('Date and time'), x: 40, width: 76 },
  { label: later('What'), x: 118, width: 70 },
  { label: later('Reference'), x: 190, width: 94 },
  { label: later('Name or number'), x: 286, width: 84 },
  { label: later('Debit'), x: 372, width: 57, isNumeric: true },
  { label: later('Credit'), x: 431, width: 57, isNumeric: true },
  { label: later('Balance'), x: 490, width: right - 490, isNumeric: true },
];
const ink = '#18181b';
const grey = '#5f5f68';
const hairline = '#d4d4d8';

/** A line costs about 0.3 ms of a core. */
export const MAX_PRINTED_LINES = 20_000;

/**
 * A statement as a PDF in the current language with the figures of its JSON, a chunk for each page, so that one page is in memory. The letters
 * are those of `latinText`. The library is loaded by the first statement that is printed.
 */
export async function* printStatement(
  ctx: Context,
  statement: Statement,
  pages: AsyncIterable<StatementLine[]>,
): AsyncGenerator<Uint8Array> {
  const { default: Document } = await import('pdfkit');
  const { from, to } = statement;
  const title = t('Statement {from} to {to}', { from, to });
  const document = new Document({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: currentLanguage(),
    info: { Title: title, Author: 'Kaira', CreationDate: ctx.now() },
  });
  const sheet = new Sheet(document, ctx, statement);
  sheet.printSummary();
  for await (const lines of pages) {
    for (const line of lines) {
      if (sheet.isFull()) {
        sheet.begin();
        const done = document.read();
        if (done) yield done as Uint8Array;
        // Others have their turn between two pages.
        await nextTurn();
      }
      sheet.printLine(line);
    }
  }
  sheet.end();
  document.end();
  for await (const chunk of document) yield chunk as Uint8Array;
}

type Document = InstanceType<typeof PDFDocument>;

/** A document as it grows: where the next row stands, and what each page says around its rows. */
class Sheet {
  private y = 0;
  private number = 1;
  private pageCount = 1;
  private isWhole = true;
  private readonly document: Document;
  private readonly ctx: Context;
  private readonly statement: Statement;
  private readonly count: number;

  constructor(document: Document, ctx: Context, statement: Statement) {
    this.document = document;
    this.ctx = ctx;
    this.statement = statement;
    this.count = countOf(statement);
  }

  /** A further page, with its foot and the head of its rows. */
  begin(): void {
    this.document.addPage();
    this.number++;
    this.printFoot();
    this.y = page.margin;
    this.printHead();
  }

  isFull(): boolean {
    return rowsBelow(this.y) < 1;
  }

  /** The first page as far as the head of the lines. */
  printSummary(): void {
    const { openingBututs, closingBututs, totals } = this.statement;
    const left = { x: page.margin, width: right - page.margin };
    this.document.addPage();
    this.y = page.margin;
    this.print(t('Statement'), left, { size: 18, isBold: true });
    this.y += 26;
    this.print(this.ctx.client.name, left, { size: 11, isBold: true });
    this.y += 16;
    this.print(this.periodText(), left);
    this.y += 12;
    const sandbox = this.ctx.environment === 'SANDBOX' ? ` ${t('Sandbox: this is no real money.')}` : '';
    this.print(`${t('Amounts in Gambian dalasi (GMD), times in Banjul.')}${sandbox}`, left, { color: grey });
    this.y += 24;
    this.printTotal(t('Opening balance'), '', openingBututs, true);
    for (const [kind, { count, amountBututs, commissionBututs }] of totals) {
      this.printTotal(statementKindLabel(kind), whole(count), amountBututs);
      if (kind === 'collection' && commissionBututs > 0n) {
        const gross = figure(formatAmount(amountBututs + commissionBututs));
        const commission = figure(formatAmount(commissionBututs));
        const text = t('{gross} paid by customers, less {commission} commission', { gross, commission });
        this.print(text, { x: page.margin, width: 340 }, { color: grey });
        this.y += ROW;
      }
    }
    this.printTotal(t('Closing balance'), '', closingBututs, true);
    this.y += 16;
    if (this.count > 0) this.printHead();
    else this.print(t('Nothing moved the balance in this period.'), left);
    // Rows have one height, so it is known before they are read.
    const further = (this.count - rowsBelow(this.y)) / rowsBelow(page.margin + ROW);
    this.pageCount = 1 + Math.max(0, Math.ceil(further));
    const below = this.y;
    this.printFoot();
    this.y = below;
  }

  private printTotal(label: string, count: string, amount: bigint, isBold = false): void {
    const look = { size: 9, isBold };
    this.print(label, { x: page.margin, width: 160 }, look);
    this.print(count, { x: 200, width: 60, isNumeric: true }, look);
    this.print(figure(formatAmount(amount)), { x: 260, width: 120, isNumeric: true }, look);
    this.y += ROW + 1;
    this.rule(this.y - 4, page.margin, 380);
  }

  printLine(line: StatementLine): void {
    const { amountBututs: amount } = line;
    const cells = [
      line.at.toISOString().slice(0, 19).replace('T', ' '),
      statementKindLabel(line.kind),
      line.clientReference ?? '',
      line.counterparty ?? '',
      amount < 0n ? figure(formatAmount(-amount)) : '',
      amount < 0n ? '' : figure(formatAmount(amount)),
      figure(formatAmount(line.balanceBututs)),
    ];
    for (const [index, cell] of cells.entries()) {
      const column = columns[index];
      if (column && cell !== '') this.print(cell, column);
    }
    this.y += ROW;
    this.rule(this.y - 4, page.margin, right);
  }

  /** What has to be said of the letters, on the last page. */
  end(): void {
    if (this.isWhole) return;
    if (this.isFull()) this.y = page.height - page.foot;
    const sentence = t(
      'A letter that this file cannot show stands as {sign}. The CSV of the same period has them all.',
      { sign: UNSHOWN },
    );
    this.y += 2;
    this.print(sentence, { x: page.margin, width: right - page.margin }, { color: grey });
  }

  private printHead(): void {
    for (const column of columns) this.print(column.label(), column, { isBold: true });
    this.y += ROW;
    this.rule(this.y - 4, page.margin, right, ink);
  }

  private periodText(): string {
    const { from, to } = this.statement;
    return from === to ? day(from) : t('{from} to {to}', { from: day(from), to: day(to) });
  }

  private printFoot(): void {
    const look = { color: grey };
    this.y = page.height - page.foot + 14;
    this.print(`${this.ctx.client.name}, ${this.periodText()}`, { x: page.margin, width: 380 }, look);
    const place = { x: right - 120, width: 120, isNumeric: true };
    this.print(t('Page {number} of {count}', { number: this.number, count: this.pageCount }), place, look);
  }

  /** A text on one line, cut with an ellipsis where it is wider than its place; a figure never is. */
  private print(
    text: string,
    place: { x: number; width: number; isNumeric?: boolean },
    { size = 8, isBold = false, color = ink } = {},
  ): void {
    const { document } = this;
    const latin = latinText(text);
    if (!latin.isWhole) this.isWhole = false;
    document
      .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(color);
    let shown = latin.text;
    let width = document.widthOfString(shown);
    while (!place.isNumeric && width > place.width && shown.length > 1) {
      shown = `${shown.slice(0, shown.endsWith('…') ? -2 : -1)}…`;
      width = document.widthOfString(shown);
    }
    const x = place.isNumeric ? place.x + place.width - width : place.x;
    document.text(shown, x, this.y, { lineBreak: false });
  }

  private rule(y: number, from: number, to: number, color = hairline): void {
    this.document.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor(color).stroke();
  }
}

function rowsBelow(y: number): number {
  return Math.floor((page.height - page.foot - y) / ROW);
}
