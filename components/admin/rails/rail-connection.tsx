import { money } from '#lib/browser/format';
import { later, plural, refusal, t } from '#lib/browser/language/words';
import type { RailView } from '#lib/rails/list-rails';
import { rich } from '../../language/rich.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Unknown } from '../../ui/feedback.tsx';
import { State } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';

type Connection = NonNullable<RailView['connection']>;

const ways: Record<Connection['state'], () => string> = {
  operator: later('Connected here'),
  settings: later('Connected by the server’s settings'),
  none: later('None|a connection'),
  unusable: later('Cannot be used: set it anew'),
};

/** How a live rail is reached, and on which wallets before this one payments go on. */
export function ConnectionFacts({ connection }: { connection: Connection }) {
  const { fields, wallet, draining, notify_url: notifyUrl } = connection;
  const secrets = fields.filter((field) => field.kind !== 'url');
  const secretNames = secrets.map(({ label }) => refusal(label)).join(', ');
  return (
    <Facts className="content-start">
      <Fact name={t('Connection')}>{ways[connection.state]()}</Fact>
      {fields
        .filter((field) => field.kind === 'url')
        .map(({ name, label, value }) => (
          <Fact key={name} name={refusal(label)}>
            {value ?? <Unknown reason={t('Not set')} />}
          </Fact>
        ))}
      <Fact name={t('Credentials')}>
        {secrets.some((field) => field.is_set)
          ? t('{secrets}: set, and not shown', { secrets: secretNames })
          : t('None; it takes {secrets}', { secrets: secretNames })}
        {connection.updated_at && (
          <span className="block text-[13px] text-muted-foreground">
            {rich('Set {time} by {name}', {
              time: <Time at={connection.updated_at} />,
              name: connection.updated_by,
            })}
          </span>
        )}
      </Fact>
      {wallet && (
        <Fact name={t('This wallet')}>
          {rich('Connected {time} by {name}', {
            time: <Time at={wallet.since} />,
            name: wallet.by ?? t('the server’s settings'),
          })}
        </Fact>
      )}
      {draining.map((each) => (
        <Fact key={each.id} name={t('Wallet before')}>
          <Draining wallet={each} />
        </Fact>
      ))}
      {notifyUrl && (
        <Fact name={t('Notices go to')}>
          <Copyable value={notifyUrl} />
        </Fact>
      )}
    </Facts>
  );
}

function Draining({ wallet: { since, by, open, reachable } }: { wallet: Connection['draining'][number] }) {
  return (
    <>
      {rich('Connected {time} by {name}', {
        time: <Time at={since} />,
        name: by ?? t('the server’s settings'),
      })}
      <span className="block text-[13px] text-muted-foreground">
        {open.count === 0
          ? t('Nothing is open on it. It is kept a few days for reversals, and forgotten then.')
          : plural(
              open.count,
              {
                one: '{count} payment of {amount} is open on it: what was begun goes on there until all of them have ended.',
                other:
                  '{count} payments of {amount} are open on it: what was begun goes on there until all of them have ended.',
              },
              { amount: money(open.amount) },
            )}
      </span>
      {!reachable && open.count > 0 && (
        <State tone="failed">{t('It cannot be reached: was KAIRA_SECRET changed?')}</State>
      )}
    </>
  );
}
