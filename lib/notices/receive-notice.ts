import { createHash } from 'node:crypto';
import { sqlClient } from '#db/client';
import { AppError } from '#lib/errors';
import { wakeWorker } from '#lib/jobs/wake';
import { log } from '#lib/log';
import { railNoticesTotal } from '#lib/metrics';
import { sealNotice, sealUnreadable } from '#lib/notices/stored-notice';
import type { RailNotice } from '#lib/rails/rail';
import { walletsOf } from '#lib/rails/registry';
import { places } from '#lib/seal';
import { textFault } from '#lib/text';

/**
 * Takes a live rail's notice: the raw bytes are verified by the rail's own scheme, then stored, once for all repeats;
 * what is to be done about it is done later. One that is signed and cannot be read is stored as well. Throws
 * `UNAUTHORIZED` for one that the rail did not sign, or signed too long ago, `NOT_FOUND` for a rail that is not
 * connected, `VALIDATION_ERROR` for what cannot be read. `beforeRefusal` is called where the rail did not sign, and may
 * throw.
 */
export async function receiveNotice(
  provider: string,
  raw: Uint8Array,
  headers: Headers,
  now: Date,
  beforeRefusal = () => {},
): Promise<{ stored: boolean }> {
  // What was begun at a wallet that is no longer connected is told of as well.
  const wallets = (await walletsOf(provider)).map(({ rail }) => rail);
  if (wallets.every(({ readNotice }) => readNotice === undefined)) {
    throw new AppError('NOT_FOUND', 'No rail that is connected sends notices to this path.');
  }
  const readings = wallets.map((rail) => rail.readNotice?.(raw, headers, now) ?? 'bad_signature');
  const read = readings.find((each) => each !== 'bad_signature') ?? 'bad_signature';
  if (read === 'bad_signature' || read === 'stale') {
    railNoticesTotal.inc({ provider, outcome: read });
    beforeRefusal();
    log.warn({ provider, notice: read }, 'a notice was refused');
    throw new AppError('UNAUTHORIZED', 'The signature of this notice is missing, wrong or too old.');
  }
  // A name that is used for another body is another notice, whatever it calls itself.
  const mark = createHash('sha256').update(raw).digest('hex').slice(0, 32);
  const notice = read === 'unreadable' || !isStorable(read) ? undefined : read;
  const dedupeId = notice ? `${notice.dedupeId.slice(0, 200)}#${mark}` : `unreadable#${mark}`;
  const place = places.railNotice(provider, dedupeId);
  const [row] = await sqlClient()`
    insert into rail_notices (provider, dedupe_id, body_sealed, received_at, status, note, run_at)
    values (${provider}, ${dedupeId},
            ${notice ? sealNotice(place, notice, raw) : sealUnreadable(place, raw)}, ${now.toISOString()},
            ${notice ? 'RECEIVED' : 'IGNORED'}, ${notice ? null : 'It is signed, but cannot be read.'},
            ${notice ? sqlClient()`now()` : sqlClient()`null`})
    on conflict (provider, dedupe_id) do update set repeats = rail_notices.repeats + 1
    returning xmax = 0 as stored`;
  const stored = row?.stored as boolean;
  railNoticesTotal.inc({
    provider,
    outcome: notice === undefined ? 'unreadable' : stored ? 'stored' : 'repeated',
  });
  if (notice === undefined) {
    log.warn({ provider }, 'a signed notice cannot be read');
    throw new AppError('VALIDATION_ERROR', 'The notice is signed, but it cannot be read. It was kept.', {
      details: { fields: [] },
    });
  }
  if (stored) wakeWorker('notices');
  return { stored };
}

/** PostgreSQL has no NUL in a text, and ill-formed text would be another one once it is stored. */
function isStorable({ dedupeId, reference, railReference, currency }: RailNotice): boolean {
  return [dedupeId, reference, railReference, currency].every(
    (text) => text === null || textFault(text, { max: 500 }) === undefined,
  );
}
