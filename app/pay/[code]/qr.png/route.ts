import { qrPngRoute } from '#lib/payment-links/qr-route';

export const GET = qrPngRoute;
