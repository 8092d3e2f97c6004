'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { typedAmount } from '#lib/browser/amounts';
import { ApiError, call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { PresentedDesk } from '#lib/payouts/payout-desk';
import { rich } from '../language/rich.tsx';
import type { Place } from '../payments/environment.ts';
import { HeldPayouts } from '../payouts/held-payouts.tsx';
import { useDesk } from '../payouts/use-desk.ts';
import { RailName } from '../rails/rail-name.tsx';
import { Button } from '../ui/button.tsx';
import { useFault } from '../ui/faults.ts';
import { Input } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';

interface SandboxFloatsProps {
  place: Place;
  initial: PresentedDesk;
  mayFund: boolean;
  mayPay: boolean;
}

/** The floats of the sandbox: funding one releases, in order, the payouts that wait for it. */
export function SandboxFloats({ place, initial, mayFund, mayPay }: SandboxFloatsProps) {
  const { data: desk } = useDesk(place, initial);
  return (
    <div className="grid grid-cols-1 gap-5">
      <ul className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        {desk.rails.map((rail) => (
          <li key={rail.provider} className="rounded-lg border p-4">
            <p className="text-[13px] text-muted-foreground">
              <RailName of={rail.provider} />
            </p>
            <p className="mt-1 text-xl font-semibold tabular-nums">{money(rail.float ?? '0.00')}</p>
            <p className="mt-1 text-[13px] text-muted-foreground">
              {rail.held_count === 0
                ? t('Nothing waits for it')
                : t('{heldCount} held, {held} in all', {
                    heldCount: rail.held_count,
                    held: money(rail.held),
                  })}
            </p>
            <FundForm place={place} rail={rail} mayFund={mayFund} />
          </li>
        ))}
      </ul>
      {desk.held.length > 0 && (
        <section>
          <h3 className="mb-2 font-semibold">{t('Held payouts')}</h3>
          <HeldPayouts place={place} held={desk.held} mayPay={mayPay} />
        </section>
      )}
    </div>
  );
}

function FundForm({
  place,
  rail,
  mayFund,
}: {
  place: Place;
  rail: PresentedDesk['rails'][number];
  mayFund: boolean;
}) {
  const client = useQueryClient();
  const fund = useMutation({
    mutationFn: (amount: string) =>
      call<{ balance_gmd: string }>('/api/dashboard/sandbox/rail-floats', {
        method: 'POST',
        body: { provider: rail.provider, amount },
        query: { environment: place.environment },
      }),
    onSuccess: ({ balance_gmd: balance }) => {
      toast.success(
        t('The balance at {provider} was funded to {balance}.', {
          provider: railName(rail.provider),
          balance: money(balance),
        }),
      );
      return client.invalidateQueries({ queryKey: ['payout-desk', place.environment] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    fund.mutate(typedAmount(String(new FormData(form).get('amount'))), { onSuccess: () => form.reset() });
  };
  const fault =
    fund.error instanceof ApiError ? (fund.error.field('amount') ?? fund.error.message) : fund.error?.message;
  const faultId = useId();
  const faultLine = useFault<HTMLParagraphElement>(fault);
  const missing = rail.missing !== null && rail.missing !== '0.00' ? rail.missing : undefined;
  return (
    <form method="post" onSubmit={submit} noValidate className="mt-4 grid gap-2">
      <div className="flex gap-2">
        <Input
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="500.00"
          aria-label={t('Amount to add to {provider}', { provider: railName(rail.provider) })}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault && faultId}
          className="min-w-0 flex-1 tabular-nums"
          disabled={!mayFund}
        />
        <Button type="submit" busy={fund.isPending} disabled={!mayFund}>
          {t('Fund')}
        </Button>
      </div>
      {missing && (
        <Button
          className="h-auto min-h-9 py-1.5 whitespace-normal"
          variant="primary"
          busy={fund.isPending}
          disabled={!mayFund}
          onClick={() => fund.mutate(missing)}
        >
          <span>
            {rich('Fund the missing {amount}', {
              amount: <span className="whitespace-nowrap">{money(missing)}</span>,
            })}
          </span>
        </Button>
      )}
      {fault && (
        <p id={faultId} ref={faultLine} role="alert" className="text-[13px] text-failed">
          {fault}
        </p>
      )}
    </form>
  );
}
