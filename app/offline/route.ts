export { serveOfflinePage as GET } from '#lib/offline/serve-offline-page';
