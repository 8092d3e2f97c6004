export { serveIndex as GET } from '#lib/docs/serve-files';
