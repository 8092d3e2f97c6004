import Link from 'next/link';
import { mobile } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import { RailName } from '../rails/rail-name.tsx';
import { signedAmount } from '../transactions/signed-amount.ts';
import { TransactionState, typeLabel } from '../transactions/status.tsx';
import { cn } from '../ui/cn.ts';
import { Time } from '../ui/time.tsx';

/** The last payments: who paid or was paid, how much, by which wallet. Each leads to its page. */
export function Latest({ rows, home }: { rows: PresentedTransaction[]; home: string }) {
  return (
    <section aria-labelledby="latest" className="min-w-0">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="latest" className="font-semibold">
          {t('Latest payments')}
        </h2>
        <Link
          href={`${home}/transactions`}
          className="text-[13px] text-primary underline-offset-4 hover:underline"
        >
          {t('All transactions')}
        </Link>
      </div>
      <ul className="rounded-lg border">
        {rows.map((row) => (
          <li
            key={row.transaction_id}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b px-3 py-2.5 last:border-b-0 hover:bg-surface/60"
          >
            <Link
              href={`${home}/transactions/${row.transaction_id}`}
              prefetch={false}
              className="truncate font-semibold after:absolute after:inset-0"
            >
              {whose(row)}
            </Link>
            <span
              className={cn(
                'text-right base:font-semibold whitespace-nowrap tabular-nums',
                !isMoved(row) && 'font-normal text-muted-foreground',
              )}
            >
              {signedAmount(row)}
            </span>
            <span className="min-w-0 truncate text-[13px] text-muted-foreground">
              <Time at={row.created_at} />
              {row.type !== 'collection' && ` · ${typeLabel(row.type)}`} · <RailName of={row.provider} />
              {whose(row) !== row.client_reference && ` · ${row.client_reference}`}
            </span>
            <TransactionState status={row.status} className="justify-end text-[13px]" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** By the name that the wallet or the shop gave, else by the number, else by the shop's own reference. */
function whose(row: PresentedTransaction): string {
  return row.customer_name ?? (row.mobile ? mobile(row.mobile) : row.client_reference);
}

const isMoved = ({ status }: PresentedTransaction): boolean => status === 'SUCCEEDED';
