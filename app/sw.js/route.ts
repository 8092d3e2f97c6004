export { serveWorker as GET } from '#lib/offline/serve-worker';
