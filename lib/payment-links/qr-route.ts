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

/** The pictures that were asked for last, by the address in them: drawing one takes 40 ms of the one thread. */
const pictures = new Map<string, Promise<Buffer>>();
const MAX_PICTURES = 200;

/** `GET /pay/{code}/qr.png`: for chats and documents. */
export const qrPngRoute = payRoute(async ({ met, network }) => {
  const url = linkUrl(met.link);
  const picture = pictures.get(url) ?? draw(url, network);
  return { file: await picture, type: 'image/png' };
});

function draw(url: string, network: string): Promise<Buffer> {
  requireRateOfDrawing(network);
  const options = { type: 'png', errorCorrectionLevel: 'M', margin: QUIET, width: PNG_PIXELS } as const;
  const picture = QRCode.toBuffer(url, options);
  if (pictures.size >= MAX_PICTURES) pictures.clear();
  pictures.set(url, picture);
  picture.catch(() => pictures.delete(url));
  return picture;
}
