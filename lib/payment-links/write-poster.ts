import type { z } from 'zod';
import type { Context } from '#lib/context';
import { getPaymentLink } from '#lib/payment-links/get-payment-link';
import { linkUrl } from '#lib/payment-links/payment-link';
import { type posterQuery, printPoster } from '#lib/payment-links/print-poster';

/** The poster of a link as a file. Throws `NOT_FOUND`. */
export async function writePoster(ctx: Context, id: string, { size }: z.output<typeof posterQuery>) {
  const link = await getPaymentLink(ctx, id);
  const { title, amountBututs, environment, createdAt, code } = link;
  const printed = { title, amountBututs, environment, url: linkUrl(link), madeAt: createdAt };
  const file = await printPoster({ ...printed, size, name: ctx.client.name });
  return {
    stream: new Blob([file as Uint8Array<ArrayBuffer>]).stream(),
    type: 'application/pdf',
    name: `poster-${code}-${size.toLowerCase()}.pdf`,
  };
}
