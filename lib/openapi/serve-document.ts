import { factsOf } from '#lib/http/probes';
import { answer } from '#lib/http/respond';
import { openApiDocument } from '#lib/openapi/document';
import { postmanCollection } from '#lib/openapi/postman';
import { settings } from '#lib/settings';

let document: string | undefined;
let collection: string | undefined;

/** `GET /openapi.json`, for anybody: made once in each process. */
export function serveDocument(request: Request): Response {
  document ??= JSON.stringify(openApiDocument(settings().baseUrl));
  return serve(document, request);
}

/** `GET /postman.json`, for anybody: the same as a collection for Postman. */
export function servePostman(request: Request): Response {
  collection ??= JSON.stringify(postmanCollection(openApiDocument(settings().baseUrl)));
  return serve(collection, request);
}

function serve(text: string, request: Request): Response {
  return answer(text, 200, factsOf(request), { 'cache-control': 'public, max-age=300' });
}
