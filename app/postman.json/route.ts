export { servePostman as GET } from '#lib/openapi/serve-document';
