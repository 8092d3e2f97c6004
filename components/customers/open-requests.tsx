import Link from 'next/link';
import { day, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { CustomerDetail } from '#lib/customers/get-customer';
import { rich } from '../language/rich.tsx';
import { RequestState } from '../requests/request-state.tsx';
import { cn } from '../ui/cn.ts';
import { Heading } from '../ui/heading.tsx';
import { numeric } from '../ui/table.tsx';

/** What a customer was asked for and can still pay. Each leads to its page. */
export function OpenRequests({ customer, home }: { customer: CustomerDetail; home: string }) {
  return (
    <section aria-labelledby="open-requests" className="min-w-0">
      <Heading id="open-requests">{t('Open requests')}</Heading>
      <ul className="max-w-2xl rounded-lg border">
        {customer.requests.map((request) => (
          <li
            key={request.id}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b px-3 py-2.5 last:border-b-0 hover:bg-surface/60"
          >
            <Link
              href={`${home}/requests/${request.id}`}
              prefetch={false}
              className="truncate font-semibold after:absolute after:inset-0"
            >
              {request.description}
            </Link>
            <span className={cn(numeric, 'whitespace-nowrap')}>{money(request.amount)}</span>
            <span className="truncate text-[13px] text-muted-foreground">
              {request.due_on ? t('Pay by {day}', { day: day(request.due_on) }) : t('Without a day')}
            </span>
            <span className="justify-self-end text-[13px]">
              <RequestState status={request.status} />
            </span>
          </li>
        ))}
      </ul>
      {customer.has_more_requests && (
        <p className="mt-2 text-[13px] text-muted-foreground">
          {rich('These are the newest; the others are under {link}.', {
            link: (
              <Link href={`${home}/requests`} className="text-primary underline underline-offset-4">
                {t('Requests')}
              </Link>
            ),
          })}
        </p>
      )}
    </section>
  );
}
