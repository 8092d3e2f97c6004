import { sqlClient } from '#db/client';
import { AppError } from '#lib/errors';
import { wakeWorker } from '#lib/jobs/wake';
import { log } from '#lib/log';
import { railNoticesTotal } from '#lib/metrics';
import type { RailNotice } from '#lib/rails/rail';
import { liveRails } from '#lib/rails/registry';
import { seal, unseal } from '#lib/seal';

const PURPOSE = 'rail_notice';

/**
 * Takes a live rail's notice: the raw bytes are verified by the rail's own scheme, then stored, once for all repeats;
 * what is to be done about it is done later. Throws `UNAUTHORIZED` for one that the rail did not sign, or signed too
 * long ago, `NOT_FOUND` for a rail that is not connected, `VALIDATION_ERROR` for what cannot be read.
 */
export async function receiveNotice(
  provider: string,
  raw: Uint8Array,
  headers: Headers,
  now: Date,
): Promise<{ stored: boolean }> {
  const rail = (await liveRails()).get(provider);
  if (rail?.readNotice === undefined) {
    throw new AppError('NOT_FOUND', 'No rail that is connected sends notices to this path.');
  }
  const notice = rail.readNotice(raw, headers, now);
  if (typeof notice === 'string') {
    railNoticesTotal.inc({ provider, outcome: notice });
    log.warn({ provider, notice }, 'a notice was refused');
    if (notice === 'unreadable') {
      throw new AppError('VALIDATION_ERROR', 'The notice is signed, but it cannot be read.');
    }
    throw new AppError('UNAUTHORIZED', 'The signature of this notice is missing, wrong or too old.');
  }
  const [row] = await sqlClient()`
    insert into rail_notices (provider, dedupe_id, body_sealed, received_at, status, run_at)
    values (${provider}, ${notice.dedupeId}, ${sealNotice(notice, raw)}, ${now.toISOString()}, 'RECEIVED', now())
    on conflict (provider, dedupe_id) do update set repeats = rail_notices.repeats + 1
    returning xmax = 0 as stored`;
  const stored = row?.stored as boolean;
  railNoticesTotal.inc({ provider, outcome: stored ? 'stored' : 'repeated' });
  if (stored) wakeWorker('notices');
  return { stored };
}

/** What was read of a stored notice when it came. */
export function readStored(sealed: Buffer): RailNotice {
  const { notice } = JSON.parse(unseal(PURPOSE, sealed)) as {
    notice: RailNotice & { amountBututs: string | null };
  };
  return { ...notice, amountBututs: notice.amountBututs === null ? null : BigInt(notice.amountBututs) };
}

/** The raw bytes stay beside what was read of them: they are the evidence. */
function sealNotice(notice: RailNotice, raw: Uint8Array): Buffer {
  const read = { ...notice, amountBututs: notice.amountBututs?.toString() ?? null };
  return seal(PURPOSE, JSON.stringify({ notice: read, raw: Buffer.from(raw).toString('base64') }));
}
