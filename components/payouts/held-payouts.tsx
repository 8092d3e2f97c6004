'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedDesk } from '#lib/payouts/payout-desk';
import type { Place } from '../payments/environment.ts';
import { RailName } from '../rails/rail-name.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Unknown } from '../ui/feedback.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { liveFloat } from './rail-floats.tsx';

type Held = PresentedDesk['held'][number];

// Loaded when something is asked.
const ConfirmDialog = onDemand(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);

/** Payouts, and refunds that go as one, that wait for a rail's float, in the order in which they will go. */
export function HeldPayouts({ place, held, mayPay }: { place: Place; held: Held[]; mayPay: boolean }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Held>();
  const cancel = useMutation({
    mutationFn: (payout: Held) =>
      call(`/api/dashboard/${payout.type}s/${payout.transaction_id}/cancel`, {
        method: 'POST',
        query: { environment: place.environment },
      }),
    onSuccess: (_after, payout) => {
      setAsked(undefined);
      toast.success(t('Cancelled. {amount} is back in your balance.', { amount: money(payout.amount) }));
    },
    // Also when it was refused: then it was released in the meantime.
    onSettled: () => {
      client.invalidateQueries({ queryKey: ['payout-desk', place.environment] });
      client.invalidateQueries({ queryKey: ['recent-payouts', place.environment] });
    },
  });
  const isRefund = asked?.type === 'refund';
  return (
    <>
      <Table label={t('Held payouts')} inBlocks>
        <thead>
          <tr>
            <Th>{t('Reference')}</Th>
            <Th className={numeric}>{t('Amount')}</Th>
            <Th className={numeric}>{t('Missing there')}</Th>
            <Th>{t('Provider')}</Th>
            <Th className={numeric}>{t('Place')}</Th>
            <Th>{t('To')}</Th>
            <Th>{t('Held since')}</Th>
            {mayPay && (
              <Th>
                <span className="sr-only">{t('Action')}</span>
              </Th>
            )}
          </tr>
        </thead>
        <tbody>
          {held.map((payout) => (
            <Tr key={payout.transaction_id}>
              <Td className="max-w-36 truncate">
                <Link
                  prefetch={false}
                  href={`${place.home}/transactions/${payout.transaction_id}`}
                  className="font-semibold after:absolute after:inset-0"
                >
                  {payout.client_reference}
                </Link>
                {payout.type === 'refund' && (
                  <span className="block text-[13px] text-muted-foreground">{t('Refund')}</span>
                )}
              </Td>
              <Td className={numeric}>{money(payout.amount)}</Td>
              <Td label={t('Missing there')} className={cn(numeric, 'max-sm:order-1')}>
                {payout.missing === null ? <Unknown reason={liveFloat()} /> : money(payout.missing)}
              </Td>
              <Td className="max-sm:text-right">
                <RailName of={payout.provider} />
              </Td>
              <Td label={t('Place')} className={cn(numeric, 'max-sm:order-1')}>
                {payout.queue_position}
              </Td>
              <Td className="tabular-nums">{mobile(payout.recipient_mobile ?? '')}</Td>
              <Td label={t('Held since')} className="text-muted-foreground max-sm:order-1">
                <Time at={payout.since} />
              </Td>
              {mayPay && (
                <Td className="text-right max-sm:order-2 max-sm:col-span-2">
                  <Button
                    size="small"
                    className="relative z-10"
                    aria-label={t('Cancel {clientReference}', { clientReference: payout.client_reference })}
                    onClick={() => {
                      cancel.reset();
                      setAsked(payout);
                    }}
                  >
                    {t('Cancel')}
                  </Button>
                </Td>
              )}
            </Tr>
          ))}
        </tbody>
      </Table>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(undefined)}
          title={t(isRefund ? 'Cancel this refund?' : 'Cancel this payout?')}
          description={t(
            '{amount} to {mobile} will not be sent, and the money goes back to your balance. The reference {reference} stays used.',
            {
              amount: money(asked.amount),
              mobile: mobile(asked.recipient_mobile ?? ''),
              reference: asked.client_reference,
            },
          )}
          action={t(isRefund ? 'Cancel the refund' : 'Cancel the payout')}
          danger
          busy={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate(asked)}
        />
      )}
    </>
  );
}
