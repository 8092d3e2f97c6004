import type { Context } from '#lib/context';
import { fingerprintOf, once, readIdempotencyKey, type StoredAnswer } from '#lib/http/idempotency';
import { envelope } from '#lib/http/respond';

/**
 * Guarantee: of all that a form of the dashboard sends under one `Idempotency-Key`, as by a double tap, one does the work
 * and its answer is everybody's. Without a key each does. Throws as `once` does, and what `work` throws.
 */
export async function onceForForm<Result>(
  ctx: Context,
  { body, headers }: { body: Record<string, unknown>; headers: Headers },
  work: () => Promise<Result>,
  present: (result: Result) => unknown,
): Promise<StoredAnswer> {
  const render = (result: Result) => ({ responseStatus: 200, body: envelope(present(result)) });
  const key = readIdempotencyKey(headers);
  if (key === undefined) return render(await work());
  return once(ctx, key, fingerprintOf('POST', 'form', Buffer.from(JSON.stringify(body))), render, work);
}
