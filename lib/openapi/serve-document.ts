import { factsOf } from '#lib/http/probes';
import { answer } from '#lib/http/respond';
import { openApiDocument } from '#lib/openapi/document';
import { settings } from '#lib/settings';

let text: string | undefined;

/** `GET /openapi.json`, for anybody: made once in each process. */
export function serveDocument(request: Request): Response {
  text ??= JSON.stringify(openApiDocument(settings().baseUrl));
  return answer(text, 200, factsOf(request), { 'cache-control': 'public, max-age=300' });
}
