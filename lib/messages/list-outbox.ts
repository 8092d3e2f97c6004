import { sqlClient } from '#db/client';
import { asLanguage, defaultLanguage } from '#lib/browser/language/languages';
import { t } from '#lib/browser/language/words';
import { inLanguage } from '#lib/language/in-language';
import { mailWay, readKept } from '#lib/messages/mail-sender';
import { renderMessage } from '#lib/messages/render-message';
import { shortRequest } from '#lib/messages/short-text';
import { isMobile, textWay } from '#lib/messages/text-sender';
import { settings } from '#lib/settings';

const SHOWN = 100;

/**
 * The newest messages, for operators, each in the language of its reader. A link is shown to admins, where messages are kept in the folder of a trial, and
 * nowhere else: whoever has it chooses somebody's password.
 */
export async function listOutbox(isAdmin: boolean) {
  const way = mailWay();
  const rows = await sqlClient()`
    select m.event, m.address, m.kind, m.facts, m.status, m.attempts, m.fault, m.created_at, m.sent_at, u.language
    from messages m left join users u on u.email = m.address
    order by m.created_at desc, m.event limit ${SHOWN}`;
  const messages = await Promise.all(
    rows.map(async (row) => {
      const isShort = isMobile(row.address);
      const { subject, text } = await inLanguage(asLanguage(row.language) ?? defaultLanguage, () =>
        isShort
          ? { subject: 'SMS', text: shortRequest(row.facts, settings().baseUrl) }
          : renderMessage(row.kind, row.facts, { link: t('(the link is in the message alone)') }),
      );
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
