'use client';

import { usePathname, useRouter } from 'next/navigation';
import type { FormEvent } from 'react';
import { month as monthOf } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Field, Input, Select } from '../ui/field.tsx';

interface Period {
  from: string;
  to: string;
}

interface PeriodFormProps {
  period: Period;
  /** `YYYY-MM-DD` in Banjul. */
  today: string;
  startTransition(work: () => void): void;
}

const MONTHS = 13;

/** A month, or any days; what is chosen stands in the address. */
export function PeriodForm({ period, today, startTransition }: PeriodFormProps) {
  const router = useRouter();
  const pathname = usePathname();
  const months = monthsUntil(today);
  const chosen = months.find((each) => each.from === period.from && each.to === period.to);
  const show = ({ from, to }: Period) =>
    startTransition(() => router.push(`${pathname}?${new URLSearchParams({ from, to })}`, { scroll: false }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    show({ from: String(values.get('from')), to: String(values.get('to')) });
  };
  return (
    <form
      onSubmit={submit}
      aria-label={t('Period')}
      className="mb-6 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
    >
      <Field label={t('Month')} className="col-span-2 sm:w-48">
        {(control) => (
          <Select
            {...control}
            value={chosen?.from ?? ''}
            onChange={(event) => {
              const month = months.find((each) => each.from === event.target.value);
              if (month) show(month);
            }}
          >
            {!chosen && <option value="">{t('Other days')}</option>}
            {months.map((month) => (
              <option key={month.from} value={month.from}>
                {monthOf(month.from)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('From|a day')}>
        {(control) => (
          <Input
            {...control}
            key={period.from}
            type="date"
            name="from"
            required
            max={today}
            defaultValue={period.from}
          />
        )}
      </Field>
      <Field label={t('To|a day')}>
        {(control) => (
          <Input
            {...control}
            key={period.to}
            type="date"
            name="to"
            required
            max={today}
            defaultValue={period.to}
          />
        )}
      </Field>
      <Button type="submit" className="col-span-2">
        {t('Show')}
      </Button>
    </form>
  );
}

/** The newest first; this one ends today. */
function monthsUntil(today: string): Period[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, back) => {
    const dayOf = (day: number, ahead: number) =>
      new Date(Date.UTC(year, month - 1 - back + ahead, day)).toISOString().slice(0, 10);
    return { from: dayOf(1, 0), to: back === 0 ? today : dayOf(0, 1) };
  });
}
