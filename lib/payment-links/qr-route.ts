import QRCode from 'qrcode';
import { qrCodeOf } from '#lib/checkout/qr-code';
import { requireRateOfDrawing } from '#lib/http/rate';
import { payRoute } from '#lib/payment-links/pay-route';
import { linkUrl } from '#lib/payment-links/payment-link';

/** Modules around the code that a reader needs to find it; ISO/IEC 18004. */
const QUIET = 4;
const PNG_PIXELS = 720;

/** `GET /pay/{code}/qr.svg`: scales to any print. */
export const qrSvgRoute = payRoute(async ({ met }) => {
  const { size, path } = qrCodeOf(linkUrl(met.link));
  const side = size + 2 * QUIET;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-QUIET} ${-QUIET} ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M${-QUIET} ${-QUIET}h${side}v${side}h-${side}z"/><path d="${path}"/></svg>`;
  return { file: Buffer.from(svg), type: 'image/svg+xml' };
});

/** `GET /pay/{code}/qr.png`: for chats and documents. */
export const qrPngRoute = payRoute(async ({ met, network }) => {
  requireRateOfDrawing(network);
  const file = await QRCode.toBuffer(linkUrl(met.link), {
    type: 'png',
    errorCorrectionLevel: 'M',
    margin: QUIET,
    width: PNG_PIXELS,
  });
  return { file, type: 'image/png' };
});
