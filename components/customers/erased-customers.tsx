'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { PresentedErasure } from '#lib/customers/erasure';
import type { Place } from '../payments/environment.ts';
import { Folded } from '../ui/folded.tsx';
import { ErasureLine } from './erasure-line.tsx';

const REFRESH_MS = 2_000;

/** Which customers were erased, without whose they were; nothing where there was none. */
export function ErasedCustomers({ place }: { place: Place }) {
  const queries = useQueryClient();
  const query = { environment: place.environment };
  const { data: erasures = [] } = useQuery({
    queryKey: ['/api/dashboard/erasures', query],
    queryFn: ({ signal }) => call<PresentedErasure[]>('/api/dashboard/erasures', { query, signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'UNDER_WAY') ? REFRESH_MS : false,
  });
  const isUnderWay = erasures.some(({ status }) => status === 'UNDER_WAY');
  useEffect(() => {
    if (!isUnderWay) return;
    return () => void queries.invalidateQueries({ queryKey: ['/api/dashboard/customers'] });
  }, [isUnderWay, queries]);
  if (erasures.length === 0) return null;
  return (
    <div className="mt-8">
      <Folded title={t('Erased customers')} hint={String(erasures.length)}>
        <ul className="grid gap-2 text-muted-foreground">
          {erasures.map((erasure) => (
            <li key={erasure.id}>
              <ErasureLine erasure={erasure} />
            </li>
          ))}
        </ul>
      </Folded>
    </div>
  );
}
