import { day } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { PresentedErasure } from '#lib/customers/erasure';
import { rich } from '../language/rich.tsx';
import { Time } from '../ui/time.tsx';

/** When somebody had a customer erased, who, and what is still there. */
export function ErasureLine({ erasure }: { erasure: PresentedErasure }) {
  const { kept_payments: kept, kept_until: until, erased_payments: erased } = erasure;
  return (
    <>
      {rich('Erased by {by}, {time}.', { by: erasure.asked_by, time: <Time at={erasure.asked_at} /> })}{' '}
      {erasure.status === 'UNDER_WAY'
        ? t('This takes a few seconds.')
        : until === null
          ? plural(erased, {
              one: '{count} payment without name or number now.',
              other: '{count} payments without name or number now.',
            })
          : plural(
              kept,
              {
                one: '{count} payment that moved money keeps number and name until {day}, as the law wants.',
                other:
                  '{count} payments that moved money keep number and name until {day}, as the law wants.',
              },
              { day: day(until) },
            )}
    </>
  );
}
