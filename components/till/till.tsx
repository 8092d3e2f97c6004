'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call, mayBeDone } from '#lib/browser/api';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { displayed } from '#lib/browser/keypad';
import type { OwnCollection } from '#lib/collections/own-collection';
import type { TillDay } from '#lib/till/till-day';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Counter, CounterNews } from './counter.tsx';
import { DayOfTill } from './day-of-till.tsx';
import { Keypad } from './keypad.tsx';
import { Sale } from './sale.tsx';
import { allowSound } from './sound.ts';

/** Whoever paid at the counter's code stands there and waits to be seen. */
const AT_COUNTER_MS = 2_000;
/** What colleagues sell meanwhile may come later. */
const DAY_MS = 30_000;

type CounterNewsOf = Pick<NonNullable<TillDay['counter']>, 'seen' | 'is_open'>;

interface TillProps {
  place: Place;
  business: string;
  initial: TillDay;
  /** Begun by this person before the page was opened, and not paid or stopped yet. */
  open: OwnCollection | undefined;
  maySell: boolean;
  mayManageCounter: boolean;
}

/** The counter: an amount, the code for the customer to scan, and that it is paid; then the next one. */
export function Till({ place, business, initial, open, maySell, mayManageCounter }: TillProps) {
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
  const [text, setText] = useState('');
  const referenceOf = useReference();
  // At once, where the page says so only when it is drawn anew: the second of two taps comes before that.
  const isSending = useRef(false);
  const [sold, setSold] = useState(open);
  const sell = useMutation({
    mutationFn: (sale: { amount: string; client_reference: string }) =>
      call<OwnCollection>('/api/dashboard/collections', {
        method: 'POST',
        query,
        body: { ...sale, currency: 'GMD', provider: CUSTOMER_CHOICE },
      }),
    onSuccess: setSold,
    onSettled: () => {
      isSending.current = false;
    },
  });
  const type = (next: string) => {
    setText(next);
    if (!sell.isError) return;
    // Another amount is another sale, with a reference of its own.
    sell.reset();
  };
  const amount = text.replace(/\.$/, '');
  const { mutate } = sell;
  const unanswered = sell.error && mayBeDone(sell.error) ? sell.variables?.client_reference : undefined;
  const charge = useCallback(() => {
    allowSound();
    if (!(Number(amount) > 0) || isSending.current) return;
    isSending.current = true;
    mutate({ amount, client_reference: unanswered ?? referenceOf(amount, day.day) });
  }, [amount, mutate, unanswered, referenceOf, day.day]);
  const next = () => {
    setText('');
    setSold(undefined);
    sell.reset();
    referenceOf('', '');
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
              <section aria-label="New sale" className="grid gap-4">
                <p
                  className="text-right text-5xl font-bold tracking-tight break-all tabular-nums"
                  aria-live="polite"
                >
                  <span className="text-xl font-semibold text-muted-foreground">GMD </span>
                  {displayed(text)}
                </p>
                <Keypad text={text} onChange={type} onEnter={charge} />
                <Button
                  variant="primary"
                  className="h-16 w-full text-xl"
                  disabled={!(Number(amount) > 0)}
                  busy={sell.isPending}
                  onClick={charge}
                >
                  Charge
                </Button>
                {sell.error && (
                  <Notice kind="error">
                    {unanswered
                      ? 'No answer came. Press Charge again: it is the same sale, and is made once.'
                      : sell.error.message}
                  </Notice>
                )}
              </section>
            )}
          </div>
        )}
        <div className="grid content-start gap-10">
          <Counter
            place={place}
            counter={day.counter}
            mayRead={!day.only_own}
            mayManage={mayManageCounter}
            onChanged={readDay}
          />
          <DayOfTill day={day} business={business} home={place.home} />
        </div>
      </div>
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

/**
 * What the sale of an amount is called: the same however often it is charged, so that it is made once. It is of the day on
 * which it is charged, not of the one on which the page was opened.
 */
function useReference(): (amount: string, day: string) => string {
  const begun = useRef({ amount: '', day: '', reference: '' });
  return useCallback((amount, day) => {
    if (begun.current.amount !== amount || begun.current.day !== day) {
      begun.current = { amount, day, reference: newReference(day) };
    }
    return begun.current.reference;
  }, []);
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `TILL-20270131-7Q2M9K4D`: the day first, by which the sales of a day are found. */
function newReference(day: string): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  const letters = Array.from(random, (byte) => alphabet[byte % alphabet.length]);
  return `TILL-${day.replaceAll('-', '')}-${letters.join('')}`;
}
