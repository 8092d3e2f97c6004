import { AppError } from '#lib/errors';
import { readBody } from '#lib/http/read-body';
import { room } from '#lib/http/room';

/** What a form of the customer's pages says. Throws `UNSUPPORTED_MEDIA_TYPE` for anything else than a form. */
export async function readChoice(request: Request): Promise<string | null> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the choice as a form.');
  }
  // Whoever sends slowly holds no place.
  const body = await room.away(() => readBody(request, { maxBytes: 1024, deadlineMs: 10_000 }));
  return new URLSearchParams(Buffer.from(body).toString('utf8')).get('choice');
}
