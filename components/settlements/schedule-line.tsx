'use client';

import { useState } from 'react';
import { money } from '#lib/browser/format';
import type { SettlementDesk } from '#lib/settlements/list-settlements';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { nameOf } from './account-list.tsx';

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
          <h2 className="font-semibold">Schedule</h2>
          <p className="mt-1 text-muted-foreground">
            {schedule?.is_on && account
              ? `${whenOf(schedule)}, all but ${money(schedule.keep)} goes to ${nameOf(account)}.`
              : 'Nothing settles by itself.'}
          </p>
          {schedule?.is_on && (
            <p className="mt-1 text-[13px] text-muted-foreground">
              Next turn: <Time at={schedule.next_run_at} />.
              {schedule.last_refusal && ` The last one settled nothing: ${schedule.last_refusal}`}
            </p>
          )}
        </div>
        {mayManage && (
          <Button disabled={desk.accounts.length === 0} onClick={() => setOpen(true)}>
            Change the schedule
          </Button>
        )}
      </div>
      {isOpen && (
        <ScheduleDialog place={place} desk={desk} onClose={() => setOpen(false)} onChanged={onChanged} />
      )}
    </section>
  );
}

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function whenOf({ every, weekday, above }: NonNullable<SettlementDesk['schedule']>): string {
  if (every === 'day') return 'Every day at 06:00';
  if (every === 'week') return `Every ${weekdays[(weekday ?? 1) - 1]} at 06:00`;
  return `Every hour, when more than ${money(above ?? '')} is available`;
}
