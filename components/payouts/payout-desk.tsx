'use client';

import Link from 'next/link';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedDesk } from '#lib/payouts/payout-desk';
import type { Place } from '../payments/environment.ts';
import { Figure } from '../ui/feedback.tsx';
import { HeldPayouts } from './held-payouts.tsx';
import { RailFloats } from './rail-floats.tsx';
import { useDesk } from './use-desk.ts';

/** The balance and the floats that decide about payouts, and the payouts that wait. */
export function PayoutDesk({
  place,
  initial,
  mayPay,
}: {
  place: Place;
  initial: PresentedDesk;
  mayPay: boolean;
}) {
  const { data: desk } = useDesk(place, initial);
  const isSandbox = place.environment === 'SANDBOX';
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Figure name={t('Available to pay out')} hint={t('What is held is no longer in it.')}>
          {money(desk.available)}
        </Figure>
        <RailFloats rails={desk.rails} />
      </div>
      {desk.held.length > 0 && (
        <section>
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="text-base font-semibold">{t('Held until the wallet’s balance covers them')}</h2>
            {isSandbox && (
              <Link
                href={`${place.home}/sandbox-tools`}
                className="font-semibold text-primary underline underline-offset-4"
              >
                {t('Fund a wallet')}
              </Link>
            )}
          </div>
          <HeldPayouts place={place} held={desk.held} mayPay={mayPay} />
        </section>
      )}
    </div>
  );
}
