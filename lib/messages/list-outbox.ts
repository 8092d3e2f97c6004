import { sqlClient } from '#db/client';
import { mailWay, readKept } from '#lib/messages/mail-sender';
import { renderMessage } from '#lib/messages/render-message';
import { shortRequest } from '#lib/messages/short-text';
import { isMobile, textWay } from '#lib/messages/text-sender';
import { settings } from '#lib/settings';

const SHOWN = 100;

/**
 * The newest messages, for operators. A link is shown to admins, where messages are kept in the folder of a trial, and
 * nowhere else: whoever has it chooses somebody's password.
 */
export async function listOutbox(isAdmin: boolean) {
  const way = mailWay();
  const rows = await sqlClient()`
    select event, address, kind, facts, status, attempts, fault, created_at, sent_at from messages
    order by created_at desc, event limit ${SHOWN}`;
  const messages = await Promise.all(
    rows.map(async (row) => {
      const link = '(the link is in the message alone)';
      const isShort = isMobile(row.address);
      const { subject, text } = isShort
        ? { subject: 'SMS', text: shortRequest(row.facts, settings().baseUrl) }
        : await renderMessage(row.kind, row.facts, { link });
      const kept =
        isAdmin && way === 'folder' && !isShort ? await readKept(row.event, row.address) : undefined;
      return {
        id: `${row.event} ${row.address}`,
        address: row.address as string,
        status: row.status as string,
        attempts: row.attempts as number,
        fault: row.fault as string | null,
        created_at: new Date(row.created_at).toISOString(),
        sent_at: row.sent_at && new Date(row.sent_at).toISOString(),
        /** It was laid down in the folder of a trial. */
        is_kept: row.status === 'SENT' && (isShort ? textWay() : way) === 'folder',
        subject,
        text: kept ?? text,
      };
    }),
  );
  return { way, messages };
}
