import { t } from '#lib/browser/language/words';
import { saveFile } from '#lib/browser/save-file';
import { type Cell, makeWorkbook } from '#lib/browser/workbook/make-workbook';

/** Two rows to write over: one with all that there is, one with no more than is needed. */
function templateRows(rail: string): Cell[][] {
  return [
    ['Reference', 'Mobile', 'Amount', 'Name', 'Provider', 'Note'],
    ['SALARY-001', '+2207012345', { amount: '1500.00' }, t('Awa Ceesay'), rail, 'June'],
    ['SALARY-002', '+2203456789', { amount: '950.50' }, '', '', ''],
  ];
}

/** Made here, for the wallet that is chosen. */
export function downloadTemplate(form: 'xlsx' | 'csv', rail: string): void {
  const rows = templateRows(rail);
  const blob =
    form === 'xlsx'
      ? new Blob([makeWorkbook(rows, 'Payouts')], {
          type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        })
      : new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' });
  saveFile(blob, `payouts-template.${form}`);
}

function csvOf(rows: Cell[][]): string {
  const text = (cell: Cell) => (typeof cell === 'object' ? cell.amount : cell);
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.map((cell) => quoted(text(cell))).join(',')}\r\n`).join('');
}
