import { qrSvgRoute } from '#lib/payment-links/qr-route';

export const GET = qrSvgRoute;
