export { serveSourceFile as GET } from '#lib/docs/serve-files';
