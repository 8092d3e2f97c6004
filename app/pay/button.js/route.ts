export { serveButton as GET } from '#lib/payment-links/serve-button';
