import { sqlClient } from '#db/client';
import { log } from '#lib/log';
import { openPayments } from '#lib/rails/open-payments';
import { connectedNow, forgetConnections, railDefinitions } from '#lib/rails/registry';

/** A reversal may be asked for 72 hours after a payout; a day more, so that what was asked for last is not cut off. */
const KEPT_DAYS = 4;
/** Whoever has not seen a change yet begins nothing any more by then. */
const QUIET_MINUTES = 60;

/**
 * Forgets the fields of connections on which nothing is open any more; returns how many. Guarantee: never those of one
 * that is connected, nor of one on which a payment is open or ended in the last four days, nor anything of a rail whose
 * connection was changed within the hour. Should another process still have it connected by its settings, that one
 * keeps it anew, under the same id.
 */
export async function forgetDrainedConnections(): Promise<number> {
  const connected = (
    await Promise.all(railDefinitions.map(({ traits }) => connectedNow(traits.provider)))
  ).flatMap((each) => each?.connectionId ?? []);
  const forgotten = await sqlClient()`
    with open as (${openPayments()}), first as (
      select distinct on (provider) provider, id from rail_connection_versions order by provider, id
    )
    update rail_connection_versions v set fields_sealed = null
    from first f
    where f.provider = v.provider and v.fields_sealed is not null and v.id <> all (${connected}::uuid[])
      and v.made_at < now() - make_interval(mins => ${QUIET_MINUTES})
      and not exists (
        select from audit_log a where a.action in ('rail.connected', 'rail.disconnected') and a.subject_id = v.provider
          and a.at > now() - make_interval(mins => ${QUIET_MINUTES}))
      and not exists (select from open o where o.connection_id = v.id)
      and not exists (
        select from transactions t
        where t.environment = 'LIVE' and t.provider = v.provider and t.completed_at > now() - make_interval(days => ${KEPT_DAYS})
          and (t.connection_id = v.id or (t.connection_id is null and v.id = f.id)))
    returning v.id, v.provider`;
  for (const { id, provider } of forgotten) {
    log.info({ provider, connection: id }, 'a connection was forgotten: nothing is open on it any more');
  }
  if (forgotten.length > 0) forgetConnections();
  return forgotten.length;
}
