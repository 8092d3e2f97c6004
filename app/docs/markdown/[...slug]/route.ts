import { serveMarkdown } from '#lib/docs/serve-files';

interface Context {
  params: Promise<{ slug: string[] }>;
}

/** `/docs/<page>.md`, by a rewrite of next.config.ts. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return serveMarkdown((await params).slug.join('/'));
}
