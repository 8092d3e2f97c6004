import { database } from '#db/client';
import { railHealth } from '#db/schema/rails';
import { canDo, liveRails, railDefinitions } from '#lib/rails/registry';

/** How each direction of the connected live rails does, for operators: what counts, what was found, and by what figures. */
export async function listHealth() {
  const [rows, connected] = await Promise.all([database().select().from(railHealth), liveRails()]);
  return railDefinitions
    .filter(({ traits }) => connected.has(traits.provider))
    .flatMap(({ traits: { provider } }) =>
      (['collection', 'payout'] as const)
        .filter((direction) => canDo(provider, direction))
        .map((direction) => {
          const row = rows.find((each) => each.provider === provider && each.direction === direction);
          return { provider, direction, ...presentHealth(row) };
        }),
    );
}

export type RailHealthView = Awaited<ReturnType<typeof listHealth>>[number];

function presentHealth(row: typeof railHealth.$inferSelect | undefined) {
  const found = row?.status ?? ('OPERATIONAL' as const);
  return {
    /** What counts for clients. */
    status: row?.override ?? found,
    /** What the workers found, and since when; null before they looked for the first time. */
    found,
    since: row?.probedAt ? row.since.toISOString() : null,
    override:
      row?.override && row.overrideAt
        ? {
            reason: row.overrideReason ?? '',
            by: row.overrideByName ?? '',
            at: row.overrideAt.toISOString(),
          }
        : null,
    /** Why the last probe was no good; null when it was, or none was made. */
    probe_why: row?.figures.probeWhy ?? null,
    probed_at: row?.probedAt?.toISOString() ?? null,
    calls: row?.figures.calls ?? 0,
    troubled: row?.figures.troubled ?? 0,
    p50_ms: row?.figures.p50Ms ?? null,
    p95_ms: row?.figures.p95Ms ?? null,
  };
}
