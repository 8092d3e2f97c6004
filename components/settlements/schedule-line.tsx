'use client';

import { useState } from 'react';
import { money } from '#lib/browser/format';
import { refusal, t } from '#lib/browser/language/words';
import type { SettlementDesk } from '#lib/settlements/list-settlements';
import { rich } from '../language/rich.tsx';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { nameOf } from './account-list.tsx';
import { weekdays } from './weekdays.ts';

const ScheduleDialog = onDemand(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog);

interface ScheduleLineProps {
  place: Place;
  desk: SettlementDesk;
  mayManage: boolean;
  onChanged(): void;
}

/** By which schedule the balance settles, in words, and how its last turn went. */
export function ScheduleLine({ place, desk, mayManage, onChanged }: ScheduleLineProps) {
  const [isOpen, setOpen] = useState(false);
  const { schedule } = desk;
  const account = desk.accounts.find(({ id }) => id === schedule?.account_id);
  return (
    <section>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold">{t('Schedule')}</h2>
          <p className="mt-1 text-muted-foreground">
            {schedule?.is_on && account
              ? t('{schedule}, all but {keep} goes to {account}.', {
                  schedule: whenOf(schedule),
                  keep: money(schedule.keep),
                  account: nameOf(account),
                })
              : t('Nothing settles by itself.')}
          </p>
          {schedule?.is_on && (
            <p className="mt-1 text-[13px] text-muted-foreground">
              {rich('Next turn: {time}.', { time: <Time at={schedule.next_run_at} /> })}
              {schedule.last_refusal &&
                t(' The last one settled nothing: {lastRefusal}', {
                  lastRefusal: refusal(schedule.last_refusal),
                })}
            </p>
          )}
        </div>
        {mayManage && (
          <Button disabled={desk.accounts.length === 0} onClick={() => setOpen(true)}>
            {t('Change the schedule')}
          </Button>
        )}
      </div>
      {isOpen && (
        <ScheduleDialog place={place} desk={desk} onClose={() => setOpen(false)} onChanged={onChanged} />
      )}
    </section>
  );
}

function whenOf({ every, weekday, above }: NonNullable<SettlementDesk['schedule']>): string {
  if (every === 'day') return t('Every day at 06:00');
  if (every === 'week')
    return t('Every {weekday} at 06:00', { weekday: weekdays[(weekday ?? 1) - 1]?.() ?? '' });
  return t('Every hour, when more than {above} is available', { above: money(above ?? '') });
}
