'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { PresentedErasure } from '#lib/customers/erasure';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { toast } from '../ui/toast.tsx';
import { ErasureLine } from './erasure-line.tsx';

const ConfirmDialog = onDemand(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);

interface EraseSectionProps {
  /** Of the customer. */
  path: string;
  place: Place;
  mobile: string;
  /** False: of a number that never bought anything, and may have been paid or saved. */
  isCustomer?: boolean;
}

/** For whoever may: takes name, number and notes of a customer away, and says what the law has kept of an earlier time. */
export function EraseSection({ path, place, mobile, isCustomer = true }: EraseSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const router = useRouter();
  const queries = useQueryClient();
  const query = { environment: place.environment, mobile };
  const { data: erasures = [] } = useQuery({
    queryKey: ['/api/dashboard/erasures', query],
    queryFn: ({ signal }) => call<PresentedErasure[]>('/api/dashboard/erasures', { query, signal }),
  });
  const erase = useMutation({
    mutationFn: () => call(`${path}/erase`, { method: 'POST', query: { environment: place.environment } }),
    onSuccess: () => {
      toast.success(t('Their personal data is being erased.'));
      void queries.invalidateQueries();
      router.push(`${place.home}/customers`);
    },
  });
  return (
    <section aria-labelledby="personal-data" className="min-w-0 max-w-2xl">
      <Heading id="personal-data">{t('Personal data')}</Heading>
      <div className="grid gap-3">
        {erasures.map((erasure) => (
          <p key={erasure.id} className="text-muted-foreground">
            <ErasureLine erasure={erasure} />
          </p>
        ))}
        <p className="text-muted-foreground">
          {isCustomer
            ? t(
                'If this customer asks you to forget them, you can take away their name, number, notes and what you wrote beside their payments. The payments themselves stay.',
              )
            : t(
                'You may have paid this number, or saved it. If its owner asks you to forget them, you can take away what you have of them. The payments themselves stay.',
              )}
        </p>
        <Button className="justify-self-start" onClick={() => setAsking(true)}>
          {t('Erase personal data')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(false)}
          title={t('Erase this customer’s personal data?')}
          description={
            place.environment === 'LIVE'
              ? t(
                  'Nobody can bring it back. Payments that moved money keep the number and the name for as long as the law wants records of payments; then those go too.',
                )
              : t('Nobody can bring it back.')
          }
          action={t('Erase')}
          danger
          busy={erase.isPending}
          error={erase.error}
          onConfirm={() => erase.mutate()}
        />
      )}
    </section>
  );
}
