import type { RailNotice } from '#lib/rails/rail';
import { type Place, seal, unseal } from '#lib/seal';

/** What was read of a stored notice when it came. */
export function readStored(place: Place, sealed: Buffer): RailNotice {
  const { notice } = JSON.parse(unseal(place, sealed)) as {
    notice: RailNotice & { amountBututs: string | null };
  };
  return { ...notice, amountBututs: notice.amountBututs === null ? null : BigInt(notice.amountBututs) };
}

/** The raw bytes stay beside what was read of them: they are the evidence. */
export function sealNotice(place: Place, notice: RailNotice, raw: Uint8Array): Buffer {
  // What the rail took is booked by its own record, which is asked for whenever a notice could tell it.
  const { feeBututs: _, ...facts } = notice;
  const read = { ...facts, amountBututs: facts.amountBututs?.toString() ?? null };
  return seal(place, JSON.stringify({ notice: read, raw: Buffer.from(raw).toString('base64') }));
}

/** One that the rail signed and nobody could read: kept as it came, as evidence. */
export function sealUnreadable(place: Place, raw: Uint8Array): Buffer {
  return seal(place, JSON.stringify({ notice: null, raw: Buffer.from(raw).toString('base64') }));
}
