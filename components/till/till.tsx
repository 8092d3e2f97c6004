'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { OwnCollection } from '#lib/collections/own-collection';
import type { TestAmount } from '#lib/sandbox/test-amounts';
import type { TillDay } from '#lib/till/till-day';
import type { PresentedTillItems } from '#lib/till/till-items';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Counter, CounterNews } from './counter.tsx';
import { DayOfTill } from './day-of-till.tsx';
import { NewSale } from './new-sale.tsx';
import { Sale } from './sale.tsx';
import { useTillItems } from './till-items.ts';

const ItemsDialog = onDemand(async () => (await import('./items-dialog.tsx')).ItemsDialog);

/** Whoever paid at the counter's code stands there and waits to be seen. */
const AT_COUNTER_MS = 2_000;
/** What colleagues sell meanwhile may come later. */
const DAY_MS = 30_000;

type CounterNewsOf = Pick<NonNullable<TillDay['counter']>, 'seen' | 'is_open'>;

interface TillProps {
  place: Place;
  business: string;
  initial: TillDay;
  initialItems: PresentedTillItems;
  /** Begun by this person before the page was opened, and not paid or stopped yet. */
  open: OwnCollection | undefined;
  maySell: boolean;
  testAmounts: TestAmount[];
  /** The items and the counter's code. */
  mayManage: boolean;
}

/** The counter: an amount, the code for the customer to scan, and that it is paid; then the next one. */
export function Till(props: TillProps) {
  const { place, business, initial, initialItems, open, maySell, testAmounts, mayManage } = props;
  const client = useQueryClient();
  const query = { environment: place.environment };
  const dayKey = ['till', place.environment];
  const { data: day } = useQuery({
    queryKey: dayKey,
    queryFn: ({ signal }) => call<TillDay>('/api/dashboard/till', { query, signal }),
    initialData: initial,
    refetchInterval: DAY_MS,
  });
  const readDay = useCallback(
    () => void client.invalidateQueries({ queryKey: ['till', place.environment] }),
    [client, place.environment],
  );
  useCounterNews(place, day, readDay);
  const { items, version } = useTillItems(place, initialItems);
  const [isEditing, setEditing] = useState(false);
  const [sold, setSold] = useState(open);
  const next = () => {
    setSold(undefined);
    readDay();
  };
  return (
    <div className="grid gap-4">
      <CounterNews counter={day.counter} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        {maySell && (
          <div className="mx-auto w-full max-w-96 print:hidden">
            {sold ? (
              <Sale place={place} sold={sold} onPaid={readDay} onNext={next} />
            ) : (
              <>
                <NewSale
                  place={place}
                  day={day.day}
                  items={items}
                  testAmounts={testAmounts}
                  onSold={setSold}
                />
                {mayManage && (
                  <Button className="mt-4 h-11 w-full" onClick={() => setEditing(true)}>
                    {items.length === 0 ? t('Sell items with a tap') : t('Change the items')}
                  </Button>
                )}
              </>
            )}
          </div>
        )}
        <div className="grid content-start gap-10">
          <Counter
            place={place}
            counter={day.counter}
            mayRead={!day.only_own}
            mayManage={mayManage}
            onChanged={readDay}
          />
          <DayOfTill day={day} business={business} home={place.home} />
        </div>
      </div>
      {isEditing && (
        <ItemsDialog
          key={version}
          place={place}
          initial={{ items, version }}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}

/** Asks whether somebody has paid at the counter, and only then for the day. */
function useCounterNews({ environment }: Place, { counter }: TillDay, readDay: () => void): void {
  const { data: news } = useQuery({
    queryKey: ['counter', environment],
    queryFn: ({ signal }) =>
      call<CounterNewsOf | null>('/api/dashboard/till/counter', { query: { environment }, signal }),
    enabled: counter?.is_open === true,
    refetchInterval: AT_COUNTER_MS,
  });
  const isNew = news && counter && (news.seen > counter.seen || news.is_open !== counter.is_open);
  useEffect(() => {
    if (isNew) readDay();
  }, [isNew, readDay]);
}
