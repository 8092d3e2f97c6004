import Link from 'next/link';
import { difference } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedAdjustment } from '#lib/reads/list-adjustments';
import { Time } from '../../ui/time.tsx';

/** What two people booked of a transaction by hand. `caseId`: the page that it is on. */
export function AdjustmentList({
  adjustments,
  caseId,
}: {
  adjustments: PresentedAdjustment[];
  caseId?: string;
}) {
  return (
    <ul aria-label={t('Adjustments')} className="divide-y rounded-lg border">
      {adjustments.map((each) => (
        <li key={each.id} className="grid gap-1 px-4 py-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold tabular-nums">{difference(each.amount)}</span>
            <span>{each.borne_by === 'client' ? t('the client’s balance') : t('the house’s losses')}</span>
            <span className="text-[13px] text-muted-foreground">
              <Time at={each.created_at} />
            </span>
          </p>
          <p className="wrap-anywhere">{each.reason}</p>
          <p className="text-[13px] wrap-anywhere whitespace-pre-line text-muted-foreground">
            {each.evidence}
          </p>
          <p className="text-[13px] text-muted-foreground">
            {t('{proposer} proposed it, {confirmer} confirmed it', {
              proposer: each.proposed_by,
              confirmer: each.confirmed_by,
            })}
            {each.case_id !== caseId && (
              <>
                {': '}
                <Link
                  href={`/admin/cases/${each.case_id}`}
                  className="text-foreground underline underline-offset-4"
                >
                  {t('the case')}
                </Link>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
