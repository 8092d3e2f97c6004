import { refusal, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailView } from '#lib/rails/list-rails';
import { rich } from '../../language/rich.tsx';
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
      aria-label={t('Waiting: the connection of {rail}', { rail: railName(provider) })}
      className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-lg border border-pending/50 p-4"
    >
      <div className="min-w-60 flex-1">
        <p className="font-semibold">
          {request.kind === 'set'
            ? t('Another connection waits for a decision')
            : t('A removal waits for a decision')}
        </p>
        <p className="mt-1 text-[13px] text-muted-foreground">
          {rich('Asked by {name} {time}', { name: asker.name, time: <Time at={request.requested_at} /> })}
        </p>
        <ConnectionChange request={request} className="mt-3" />
      </div>
      {mayManage && (
        <div className="flex flex-wrap items-center gap-2">
          {isOwn ? (
            <>
              <span className="text-[13px] text-muted-foreground">{t('Yours: a colleague decides')}</span>
              <Button
                size="small"
                aria-label={t('Withdraw the change of {rail}', { rail: railName(provider) })}
                onClick={() => onDecide('withdraw')}
              >
                {t('Withdraw')}
              </Button>
            </>
          ) : (
            <>
              <Button
                size="small"
                aria-label={t('Reject the change of {rail}', { rail: railName(provider) })}
                onClick={() => onDecide('reject')}
              >
                {t('Reject')}
              </Button>
              <Button
                size="small"
                variant="primary"
                aria-label={t('Approve the change of {rail}', { rail: railName(provider) })}
                onClick={() => onDecide('approve')}
              >
                {t('Approve')}
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
            <dt className="font-semibold">{refusal(label)}</dt>
            {before === after ? (
              <dd className="break-all">
                {after === null ? t('stays unset') : t('stays {value}', { value: after })}
              </dd>
            ) : (
              <>
                <dd className="break-all text-muted-foreground line-through">{before ?? t('not set')}</dd>
                <dd className="break-all">{after ?? t('not set: the rail is not connected then')}</dd>
              </>
            )}
          </div>
        ))}
        {request.kind === 'set' && (
          <div>
            <dt className="font-semibold">{t('What changes')}</dt>
            <dd>{request.changed_fields.map((label) => refusal(label)).join(', ') || t('nothing')}</dd>
          </div>
        )}
      </dl>
      {request.same_wallet && (
        <p className="mt-1 text-[13px]">
          {t('It is to be the same wallet by a new key, which the rail has to prove.')}
        </p>
      )}
    </div>
  );
}
