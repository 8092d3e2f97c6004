import { linkUrl } from '#lib/payment-links/payment-link';
import { getPaymentRequest } from '#lib/payment-requests/get-payment-request';
import type { Asker } from '#lib/payment-requests/payment-request';
import { printInvoice } from '#lib/payment-requests/print-invoice';

/** A request on paper, as a file. Throws `NOT_FOUND`. */
export async function writeInvoice(ctx: Asker, id: string) {
  const request = await getPaymentRequest(ctx, id);
  const file = await printInvoice(ctx.client.name, request, linkUrl(request.link), ctx.now());
  return {
    stream: new Blob([file as Uint8Array<ArrayBuffer>]).stream(),
    type: 'application/pdf',
    name: `request-${request.link.code}.pdf`,
  };
}
