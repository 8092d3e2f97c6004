'use client';

import type { ComponentProps } from 'react';
import { mobile, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { OperatorTransaction } from '#lib/reads/get-as-operator';
import { RailName } from '../../rails/rail-name.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ReasonDialog } from '../frame/reason-dialog.tsx';

interface PayoutDialogProps
  extends Pick<
    ComponentProps<typeof ReasonDialog>,
    'title' | 'description' | 'action' | 'busy' | 'error' | 'onClose' | 'onConfirm'
  > {
  payout: OperatorTransaction;
}

/** Repeats who gets back how much from whom, and asks why; says in the rail's own words where it refuses. */
export function PayoutDialog({ payout: { client, transaction }, ...dialog }: PayoutDialogProps) {
  return (
    <ReasonDialog
      hint={t('The client reads it, and it stands in the audit log.')}
      // "Cancel" is what one of these dialogs does.
      back={t('Back')}
      danger
      {...dialog}
    >
      <Facts>
        <Fact name={t('Recipient')}>
          <span className="font-semibold">{mobile(transaction.mobile ?? '')}</span>
        </Fact>
        <Fact name={t('Amount')}>
          <span className="font-semibold">{money(transaction.amount)}</span>
        </Fact>
        <Fact name={t('Client')}>{client.name}</Fact>
        <Fact name={t('Reference')}>{transaction.client_reference}</Fact>
        <Fact name={t('Rail')}>
          <RailName of={transaction.provider} />
        </Fact>
      </Facts>
    </ReasonDialog>
  );
}
