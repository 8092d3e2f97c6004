import { guestRoute, type Visit } from '#lib/checkout/guest-route';
import { AppError } from '#lib/errors';
import { requireRateOfDrawing } from '#lib/http/rate';
import { inLanguage } from '#lib/language/in-language';
import { findReceipt } from '#lib/receipts/find-receipt';
import { printReceipt } from '#lib/receipts/print-receipt';
import { noReceiptPage, receiptPage } from '#lib/receipts/receipt-page';

const FILE = '.pdf';

/** `/r/{token}` is the page, `/r/{token}.pdf` the file. */
export const receiptRoute = guestRoute(async (visit: Visit<{ token: string }>) => {
  const isFile = visit.params.token.endsWith(FILE);
  const token = isFile ? visit.params.token.slice(0, -FILE.length) : visit.params.token;
  const receipt = await findReceipt(token);
  if (receipt === undefined) throw new AppError('NOT_FOUND', 'There is no such receipt.');
  if (!isFile) return { page: () => receiptPage(receipt) };
  requireRateOfDrawing(visit.peer.network);
  const file = await inLanguage(visit.language, () => printReceipt(receipt));
  return { file, type: 'application/pdf', name: `receipt-${receipt.transaction.id}.pdf` };
}, noReceiptPage);
