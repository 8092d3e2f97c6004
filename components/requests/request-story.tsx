import Link from 'next/link';
import type { ReactNode } from 'react';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedRequest } from '#lib/payment-requests/payment-request';
import { rich } from '../language/rich.tsx';
import { RailName } from '../rails/rail-name.tsx';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';

interface Step {
  key: string;
  at: string;
  what: ReactNode;
}

interface StoryProps {
  request: PresentedRequest;
  /** Where whoever looks may see a payment whole. */
  home: string | undefined;
  /** Where whoever looks may take the mark back. */
  onTakeBack: (() => void) | undefined;
}

/** What has happened to a request, the newest first: what came, what somebody said, and what was taken back. */
export function RequestStory({ request, home, onTakeBack }: StoryProps) {
  const steps = stepsOf(request, home).sort((one, other) => other.at.localeCompare(one.at));
  return (
    <section aria-labelledby="story">
      <h2 id="story" className="mb-3 font-semibold">
        {t('What happened')}
      </h2>
      <ol className="rounded-lg border">
        {steps.map(({ key, at, what }) => (
          <li
            key={key}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b px-4 py-2.5 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">{what}</span>
            <span className="flex items-center gap-3 text-muted-foreground">
              <Time at={at} />
              {key === 'by-hand' && onTakeBack && (
                <Button size="small" onClick={onTakeBack}>
                  {t('Take it back')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepsOf(request: PresentedRequest, home: string | undefined): Step[] {
  const { paid_by_hand: byHand, cancelled_at: cancelledAt } = request;
  return [
    ...(byHand ? [{ key: 'by-hand', at: byHand.at, what: <Said {...byHand} /> }] : []),
    ...request.taken_back.flatMap((line) => [
      {
        key: `back-${line.at}`,
        at: line.taken_back_at,
        what: t('Taken back by {name}: it was not paid by hand', { name: line.taken_back_by }),
      },
      { key: `said-${line.at}`, at: line.at, what: <Said {...line} /> },
    ]),
    ...request.payments.map((payment) => ({
      key: payment.transaction_id,
      at: payment.completed_at,
      what: <Came payment={payment} home={home} />,
    })),
    ...(cancelledAt ? [{ key: 'cancelled', at: cancelledAt, what: t('Cancelled') }] : []),
    { key: 'made', at: request.created_at, what: t('Made') },
  ];
}

function Came({
  payment,
  home,
}: {
  payment: PresentedRequest['payments'][number];
  home: string | undefined;
}) {
  const paid =
    home === undefined ? (
      t('Paid')
    ) : (
      <Link
        prefetch={false}
        href={`${home}/transactions/${payment.transaction_id}`}
        className="text-primary underline underline-offset-4"
      >
        {t('Paid')}
      </Link>
    );
  return (
    <>
      {rich('{paid}: {amount}, {rail}', {
        paid,
        amount: money(payment.amount),
        rail: <RailName of={payment.provider} />,
      })}
      {payment.over_limit && t(' – more than was left')}
    </>
  );
}

function Said({ by, note, amount }: { by: string | null; note: string | null; amount: string }) {
  const said = t('Paid by hand: {amount}, said by {by}', {
    amount: money(amount),
    by: by ?? t('a program with a key'),
  });
  return note ? `${said}: ${note}` : said;
}
