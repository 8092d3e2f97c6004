import { sqlClient } from '#db/client';
import { auditLineOfPerson } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { validationError } from '#lib/http/respond';
import { wakeWorker } from '#lib/jobs/wake';
import { getPaymentLink } from '#lib/payment-links/get-payment-link';
import type { PaymentLinkChange } from '#lib/payment-links/link-request';
import {
  type LinkRow,
  linkNotFound,
  linkOf,
  ownLinks,
  type PaymentLink,
  statusOf,
} from '#lib/payment-links/payment-link';
import { requireLinkRails } from '#lib/payment-links/require-link-rails';

/**
 * Changes what is given and nothing else. Whatever is open of a link that has its payments by now is closed at its rail.
 * Throws `NOT_FOUND`, `provider_not_enabled`, and `VALIDATION_ERROR` for more than one payment of one reference, and for
 * an end of a counter's code.
 */
export async function updatePaymentLink(
  ctx: Context,
  id: string,
  body: PaymentLinkChange,
): Promise<PaymentLink> {
  const current = await getPaymentLink(ctx, id);
  const { title, description, status, expires_at, max_payments, success_url, providers } = body;
  if (current.atCounter) requireEndless(body);
  if (current.clientReference !== null && max_payments !== undefined && max_payments !== 1) {
    const message = 'This link has a client_reference, which names one payment. Make a new link without it.';
    throw validationError([{ path: 'max_payments', message, code: 'not_changeable' }]);
  }
  if (providers) await requireLinkRails(ctx, providers);
  const sql = sqlClient();
  const now = ctx.now();
  const seen = sql`jsonb_build_object('title', title, 'is_active', is_active, 'expires_at', expires_at, 'max_payments', max_payments, 'providers', providers)`;
  const entry = {
    action: 'payment_link.changed',
    subjectId: id,
    before: sql`(select ${seen} from subject)`,
    after: seen,
  };
  const [row] = await sql<LinkRow[]>`
    with subject as (
      select * from payment_links where ${ownLinks(ctx)} and id = ${id} for update
    ), changed as (
      update payment_links l
      set title = coalesce(${title ?? null}, l.title),
          description = case when ${description === undefined} then l.description else ${description ?? null} end,
          is_active = coalesce(${status === undefined ? null : status === 'ACTIVE'}, l.is_active),
          expires_at = case when ${expires_at === undefined} then l.expires_at else ${expires_at?.toISOString() ?? null}::timestamptz end,
          max_payments = case when ${max_payments === undefined} then l.max_payments else ${max_payments ?? null}::int end,
          success_url = case when ${success_url === undefined} then l.success_url else ${success_url ?? null} end,
          providers = case when ${providers === undefined} then l.providers else ${providers ? JSON.stringify(providers) : null}::text::jsonb end,
          updated_at = ${now.toISOString()}
      from subject s where l.client_id = s.client_id and l.environment = s.environment and l.id = s.id
      returning l.*
    ), noted as (${auditLineOfPerson(ctx, entry, sql`from changed`)})
    select * from changed`;
  if (row === undefined) throw linkNotFound();
  const link = linkOf(row);
  if (statusOf(link, now) === 'COMPLETED') {
    await sql`select close_open_payments(${link.clientId}, ${link.environment}, ${link.id})`;
    wakeWorker('operations');
  }
  return link;
}

/** What hangs on a counter takes payments for as long as it is switched on; null is what it has anyway. */
function requireEndless(body: PaymentLinkChange): void {
  const ends = (['max_payments', 'expires_at', 'providers'] as const).filter((path) => body[path] != null);
  const message =
    'This is the code of the counter: it has no end, and takes every wallet of yours. Switch it off on the page Till, or make another link.';
  if (ends.length > 0) throw validationError(ends.map((path) => ({ path, message, code: 'not_changeable' })));
}
