import { sqlClient } from '#db/client';
import { describeError, log } from '#lib/log';

interface Usage {
  at: string;
  address: string | undefined;
  route: string;
}

const FLUSH_MS = 5_000;
let pending = new Map<string, Usage>();
let timer: NodeJS.Timeout | undefined;

/** Notes a key's last use; written in one statement every few seconds, and lost in a crash. */
export function noteKeyUse(keyId: string, usage: Usage): void {
  pending.set(keyId, usage);
  timer ??= setTimeout(() => void flushKeyUse(), FLUSH_MS).unref();
}

export async function flushKeyUse(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const batch = pending;
  pending = new Map();
  if (batch.size === 0) return;
  const rows = [...batch].map(([id, usage]) => ({ id, ...usage }));
  try {
    await sqlClient()`
      update api_keys k set last_used_at = u.at, last_used_address = u.address, last_used_route = u.route
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (id uuid, at timestamptz, address text, route text)
      where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`;
  } catch (error) {
    log.warn(describeError(error), 'last uses of keys were not written');
  }
}
