import { railName } from '#lib/browser/rail-names';
import type { RailView } from '#lib/rails/list-rails';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';

export type ConnectionRequest = NonNullable<NonNullable<RailView['connection']>['request']>;
export type Decision = 'approve' | 'reject' | 'withdraw';

interface ConnectionRequestBoxProps {
  provider: string;
  request: ConnectionRequest;
  /** Who looks at it; nobody decides a request of their own. */
  userId: string;
  mayManage: boolean;
  onDecide(decision: Decision): void;
}

/** What one operator asked for and another one has to decide. */
export function ConnectionRequestBox({
  provider,
  request,
  userId,
  mayManage,
  onDecide,
}: ConnectionRequestBoxProps) {
  const { requested_by: asker } = request;
  const isOwn = asker.id === userId;
  return (
    <section
      aria-label={`Waiting: the connection of ${railName(provider)}`}
      className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-lg border border-pending/50 p-4"
    >
      <div className="min-w-60 flex-1">
        <p className="font-semibold">
          {request.kind === 'set'
            ? 'Another connection waits for a decision'
            : 'A removal waits for a decision'}
        </p>
        <p className="mt-1 text-[13px] text-muted-foreground">
          Asked by {asker.name} <Time at={request.requested_at} />
        </p>
        <ConnectionChange request={request} className="mt-3" />
      </div>
      {mayManage && (
        <div className="flex flex-wrap items-center gap-2">
          {isOwn ? (
            <>
              <span className="text-[13px] text-muted-foreground">Yours: a colleague decides</span>
              <Button
                size="small"
                aria-label={`Withdraw the change of ${railName(provider)}`}
                onClick={() => onDecide('withdraw')}
              >
                Withdraw
              </Button>
            </>
          ) : (
            <>
              <Button
                size="small"
                aria-label={`Reject the change of ${railName(provider)}`}
                onClick={() => onDecide('reject')}
              >
                Reject
              </Button>
              <Button
                size="small"
                variant="primary"
                aria-label={`Approve the change of ${railName(provider)}`}
                onClick={() => onDecide('approve')}
              >
                Approve
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}

/** Each address as it is and as it would be; of secrets, which ones change. */
export function ConnectionChange({ request, className }: { request: ConnectionRequest; className?: string }) {
  return (
    <div className={className}>
      <dl className="grid gap-1 text-[13px]">
        {request.addresses.map(({ label, before, after }) => (
          <div key={label}>
            <dt className="font-semibold">{label}</dt>
            {before === after ? (
              <dd className="break-all">stays {after ?? 'unset'}</dd>
            ) : (
              <>
                <dd className="break-all text-muted-foreground line-through">{before ?? 'not set'}</dd>
                <dd className="break-all">{after ?? 'not set: the rail is not connected then'}</dd>
              </>
            )}
          </div>
        ))}
        {request.kind === 'set' && (
          <div>
            <dt className="font-semibold">What changes</dt>
            <dd>{request.changed_fields.join(', ') || 'nothing'}</dd>
          </div>
        )}
      </dl>
      {request.same_wallet && (
        <p className="mt-1 text-[13px]">
          It is to be the same wallet by a new key, which the rail has to prove.
        </p>
      )}
    </div>
  );
}
