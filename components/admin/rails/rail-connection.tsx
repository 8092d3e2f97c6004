import { money, whole } from '#lib/browser/format';
import type { RailView } from '#lib/rails/list-rails';
import { Copyable } from '../../ui/copy.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Unknown } from '../../ui/feedback.tsx';
import { State } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';

type Connection = NonNullable<RailView['connection']>;

const ways: Record<Connection['state'], string> = {
  operator: 'Connected here',
  settings: 'Connected by the server’s settings',
  none: 'None',
  unusable: 'Cannot be used: set it anew',
};

/** How a live rail is reached, and on which wallets before this one payments go on. */
export function ConnectionFacts({ connection }: { connection: Connection }) {
  const { fields, wallet, draining, notify_url: notifyUrl } = connection;
  const secrets = fields.filter((field) => field.kind !== 'url');
  return (
    <Facts className="content-start">
      <Fact name="Connection">{ways[connection.state]}</Fact>
      {fields
        .filter((field) => field.kind === 'url')
        .map(({ name, label, value }) => (
          <Fact key={name} name={label}>
            {value ?? <Unknown reason="Not set" />}
          </Fact>
        ))}
      <Fact name="Credentials">
        {secrets.some((field) => field.is_set)
          ? `${secrets.map((field) => field.label).join(', ')}: set, and not shown`
          : `None; it takes ${secrets.map((field) => field.label).join(', ')}`}
        {connection.updated_at && (
          <span className="block text-[13px] text-muted-foreground">
            Set <Time at={connection.updated_at} /> by {connection.updated_by}
          </span>
        )}
      </Fact>
      {wallet && (
        <Fact name="This wallet">
          Connected <Time at={wallet.since} /> by {wallet.by ?? 'the server’s settings'}
        </Fact>
      )}
      {draining.map((each) => (
        <Fact key={each.id} name="Wallet before">
          <Draining wallet={each} />
        </Fact>
      ))}
      {notifyUrl && (
        <Fact name="Notices go to">
          <Copyable value={notifyUrl} />
        </Fact>
      )}
    </Facts>
  );
}

function Draining({ wallet: { since, by, open, reachable } }: { wallet: Connection['draining'][number] }) {
  return (
    <>
      Connected <Time at={since} /> by {by ?? 'the server’s settings'}
      <span className="block text-[13px] text-muted-foreground">
        {open.count === 0
          ? 'Nothing is open on it. It is kept a few days for reversals, and forgotten then.'
          : `${whole(open.count)} ${open.count === 1 ? 'payment' : 'payments'} of ${money(open.amount)} ${
              open.count === 1 ? 'is' : 'are'
            } open on it: what was begun goes on there until all of them have ended.`}
      </span>
      {!reachable && open.count > 0 && (
        <State tone="failed">It cannot be reached: was KAIRA_SECRET changed?</State>
      )}
    </>
  );
}
