import Link from 'next/link';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { WaitingConnection } from '#lib/rails/waiting-connections';
import { rich } from '../../language/rich.tsx';
import { Time } from '../../ui/time.tsx';

/** What is decided beside the rail itself, where the whole change is shown: the way to it. */
export function WaitingConnections({ list }: { list: WaitingConnection[] }) {
  if (list.length === 0) return null;
  return (
    <ul aria-label={t('Decided under Rails')} className="mb-4 divide-y rounded-lg border">
      {list.map(({ provider, kind, requested_by: asker, requested_at: at }) => (
        <li key={provider} className="flex flex-wrap items-center gap-x-6 gap-y-2 p-4">
          <div className="min-w-60 flex-1">
            <p className="font-semibold">{connectionTitle({ provider, kind })}</p>
            <p className="mt-1 text-[13px] text-muted-foreground">
              {rich('asked by {name} {time}', { name: asker.name, time: <Time at={at} /> })}
            </p>
          </div>
          <Link href={`/admin/rails#rail-${provider}`} className="underline underline-offset-4">
            {t('Look at it under Rails')}
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function connectionTitle({ provider, kind }: Pick<WaitingConnection, 'provider' | 'kind'>): string {
  return kind === 'set'
    ? t('New credentials of {rail}', { rail: railName(provider) })
    : t('Removal of the connection of {rail}', { rail: railName(provider) });
}
