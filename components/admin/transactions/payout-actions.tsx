'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { OperatorTransaction } from '#lib/reads/get-as-operator';
import { rich } from '../../language/rich.tsx';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';

const PayoutDialog = onDemand(async () => (await import('./payout-dialog.tsx')).PayoutDialog);

interface PayoutActionsProps {
  path: string;
  payout: OperatorTransaction;
  mayReverse: boolean;
  mayCancel: boolean;
}

const reasons: Record<NonNullable<OperatorTransaction['cannot_reverse_because']>, () => string> = {
  asked: () => '',
  window_over: later('The 72 hours in which it could be taken back are over.'),
  not_connected: later('It cannot be taken back while its rail is not connected.'),
  not_offered: later('This rail takes no payout back. Ask the recipient to return it.'),
};

/** What an operator can do about a payout: take it back within its window, or cancel it while it is held. */
export function PayoutActions({ path, payout, mayReverse, mayCancel }: PayoutActionsProps) {
  const [asking, setAsking] = useState<'reverse' | 'cancel'>();
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: (reason: string) =>
      call<OperatorTransaction>(`${path}/${asking}`, { method: 'POST', body: { reason } }),
    onSuccess: (after) => {
      setAsking(undefined);
      const amount = money(after.transaction.amount);
      const said: Partial<Record<OperatorTransaction['transaction']['status'], string>> = {
        REVERSED: t('{amount} is back, and the client’s again.', { amount }),
        FAILED: t('Cancelled. {amount} is back in the client’s balance.', { amount }),
      };
      toast.success(said[after.transaction.status] ?? t('The rail was asked; its answer is awaited.'));
    },
    // Also after a refusal: it then stands among what the rail said.
    onSettled: () => queries.invalidateQueries({ queryKey: [path] }),
  });
  const open = (which: 'reverse' | 'cancel') => {
    act.reset();
    setAsking(which);
  };
  const why = payout.cannot_reverse_because;
  return (
    <>
      {payout.reversal_asked && (
        <Notice kind="warning" className="mt-5">
          {rich(
            'The rail was asked {time} to take this payout back; its answer is awaited. It is asked again by itself until it answers. The money is the client’s again only when the rail says so.',
            { time: <Time at={payout.reversal_asked.at} /> },
          )}
        </Notice>
      )}
      {payout.transaction.status === 'SUCCEEDED' && payout.reversible_until && why !== 'asked' && (
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border px-4 py-3">
          <p className="min-w-0 flex-1 text-muted-foreground">
            {why ? (
              reasons[why]?.()
            ) : (
              <>
                {t('Can be taken back:')}{' '}
                <span className="text-foreground">
                  <Countdown until={payout.reversible_until} />
                </span>
              </>
            )}
          </p>
          {payout.can_reverse && mayReverse && (
            <Button variant="danger" size="small" onClick={() => open('reverse')}>
              {t('Reverse the payout')}
            </Button>
          )}
        </div>
      )}
      {payout.can_cancel && (
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border px-4 py-3">
          <p className="min-w-0 flex-1 text-muted-foreground">
            {t('Held because the float of {rail} is short. It goes out by itself when the float is funded.', {
              rail: railName(payout.transaction.provider),
            })}
          </p>
          {mayCancel && (
            <Button variant="danger" size="small" onClick={() => open('cancel')}>
              {t('Cancel the payout')}
            </Button>
          )}
        </div>
      )}
      {asking && (
        <PayoutDialog
          {...words(asking, payout)}
          payout={payout}
          busy={act.isPending}
          error={act.error}
          onClose={() => setAsking(undefined)}
          onConfirm={(reason) => act.mutate(reason)}
        />
      )}
    </>
  );
}

function words(which: 'reverse' | 'cancel', payout: OperatorTransaction) {
  const amount = money(payout.transaction.amount);
  return which === 'reverse'
    ? {
        title: t('Take {amount} back from {mobile}?', {
          amount,
          mobile: mobile(payout.transaction.mobile ?? ''),
        }),
        description: t(
          'The rail is asked to take it from the recipient, in full. If it does, {client} has the money again, and its endpoints are told payout.reversed. A rail may refuse, for one when the recipient has spent it.',
          { client: payout.client.name },
        ),
        action: t('Reverse {amount}', { amount }),
      }
    : {
        title: t('Cancel the payout of {amount}?', { amount }),
        description: t(
          'It was not sent to the rail. {client} has the money back at once, and its endpoints are told payout.failed with CANCELLED_BY_OPERATOR.',
          { client: payout.client.name },
        ),
        action: t('Cancel {amount}', { amount }),
      };
}
