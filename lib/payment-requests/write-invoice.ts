import type { Language } from '#lib/browser/language/languages';
import { inLanguage } from '#lib/language/in-language';
import { linkUrl } from '#lib/payment-links/payment-link';
import { getPaymentRequest } from '#lib/payment-requests/get-payment-request';
import type { Asker } from '#lib/payment-requests/payment-request';
import { printInvoice } from '#lib/payment-requests/print-invoice';

/** A request on paper in a language, as a file. Throws `NOT_FOUND`. */
export async function writeInvoice(ctx: Asker, id: string, language: Language) {
  const request = await getPaymentRequest(ctx, id);
  const file = await inLanguage(language, () =>
    printInvoice(ctx.client.name, request, linkUrl(request.link), ctx.now()),
  );
  return {
    stream: new Blob([file as Uint8Array<ArrayBuffer>]).stream(),
    type: 'application/pdf',
    name: `request-${request.link.code}.pdf`,
  };
}
