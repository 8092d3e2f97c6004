export { serveDocument as GET } from '#lib/openapi/serve-document';
