import { counted, day } from '#lib/browser/format';
import type { PresentedErasure } from '#lib/customers/erasure';
import { Time } from '../ui/time.tsx';

/** When somebody had a customer erased, who, and what is still there. */
export function ErasureLine({ erasure }: { erasure: PresentedErasure }) {
  const { kept_payments: kept, kept_until: until, erased_payments: erased } = erasure;
  return (
    <>
      Erased by {erasure.asked_by}, <Time at={erasure.asked_at} />.{' '}
      {erasure.status === 'UNDER_WAY'
        ? 'This takes a few seconds.'
        : until === null
          ? `${counted(erased, 'payment')} without name or number now.`
          : `${counted(kept, 'payment')} that moved money ${kept === 1 ? 'keeps' : 'keep'} number and name until ${day(until)}, as the law wants.`}
    </>
  );
}
