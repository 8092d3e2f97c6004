import { AppError } from '#lib/errors';
import { findPeer } from '#lib/http/peer';
import { errorAnswer } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { settings } from '#lib/settings';

/** The JSON 404 of a path that does not exist, with or without a key. */
export function pathNotFound(request: Request): Response {
  return plainError(
    request,
    new AppError(
      'NOT_FOUND',
      'There is nothing at this path. Paths have no trailing slash and are case-sensitive; GET /openapi.json lists them.',
    ),
  );
}

export function methodNotAllowed(request: Request, allowed: string[]): Response {
  const allow = allowed.join(', ');
  return plainError(
    request,
    new AppError('METHOD_NOT_ALLOWED', `This path does not take ${request.method}. Use ${allow}.`, {
      headers: { allow },
    }),
  );
}

function plainError(request: Request, error: AppError): Response {
  const { secure } = findPeer(request.headers, settings().TRUST_PROXY);
  return errorAnswer(error, { requestId: newId(), secure });
}
