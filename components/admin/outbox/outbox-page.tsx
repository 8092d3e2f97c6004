import { later, plural, t } from '#lib/browser/language/words';
import type { listOutbox } from '#lib/messages/list-outbox';
import { PageHeader } from '../../frame/page-header.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type Outbox = Awaited<ReturnType<typeof listOutbox>>;

const ways: Record<Outbox['way'], () => string> = {
  smtp: later('What Kaira tells people by e-mail and SMS, the newest 100.'),
  folder: later(
    'This installation sends no e-mail: it keeps each message here and in its folder. The newest 100.',
  ),
  none: later('SMTP_URL is not set, so no e-mail is sent. What waits is given up after a day.'),
};

const states: Record<string, () => string> = {
  WAITING: later('Waits'),
  SENDING: later('On its way'),
  SENT: later('Sent'),
  IN_DOUBT: later('Sent or not, nobody knows'),
  GIVEN_UP: later('Given up'),
};

export function OutboxPage({ way, messages }: Outbox) {
  return (
    <>
      <PageHeader title={t('Outbox')}>{ways[way]()}</PageHeader>
      {messages.length === 0 ? (
        <EmptyState title={t('No message yet')}>
          {t('Whoever is invited, or forgets a password, is sent a message that appears here.')}
        </EmptyState>
      ) : (
        <Table label={t('Messages')} inBlocks>
          <thead>
            <tr>
              <Th>{t('Time')}</Th>
              <Th>{t('To')}</Th>
              <Th>{t('Message')}</Th>
              <Th>{t('State')}</Th>
            </tr>
          </thead>
          <tbody>
            {messages.map(({ id, address, created_at, subject, text, status, is_kept, fault, attempts }) => (
              <Tr key={id}>
                <Td className="align-top">
                  <Time at={created_at} />
                </Td>
                <Td className="align-top break-all whitespace-normal">{address}</Td>
                <Td className="whitespace-normal max-sm:col-span-2">
                  <details>
                    <summary className="cursor-pointer">{subject}</summary>
                    <p className="mt-2 max-w-prose break-words whitespace-pre-wrap text-muted-foreground">
                      {text}
                    </p>
                  </details>
                </Td>
                <Td className="align-top whitespace-normal">
                  {is_kept ? t('Kept') : states[status]?.()}
                  {fault && (
                    <span className="block text-[13px] text-muted-foreground">
                      {fault} · {plural(attempts, { one: '{count} try', other: '{count} tries' })}
                    </span>
                  )}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}
