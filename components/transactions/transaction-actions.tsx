'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Link2, MessageCircle, Receipt, RotateCw, Undo2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { TransactionDetail as Detail } from '#lib/reads/get-transaction-detail';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { toast } from '../ui/toast.tsx';
import { changedQueries } from './changed-queries.ts';

// Loaded when something is asked.
const ConfirmDialog = onDemand(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);

interface TransactionActionsProps {
  detail: Detail;
  environment: string;
  home: string;
  mayCancel: boolean;
  mayCollect: boolean;
  /** Undefined where nothing can be given back, or by somebody else only. */
  onRefund: (() => void) | undefined;
}

/** What can be done about a transaction. */
export function TransactionActions({
  detail: { transaction, can_cancel, can_offer_again },
  environment,
  home,
  mayCancel,
  mayCollect,
  onRefund,
}: TransactionActionsProps) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () =>
      call(
        `/api/dashboard/${transaction.type}s/${transaction.transaction_id}/cancel?environment=${environment}`,
        { method: 'POST' },
      ),
    onSuccess: () => setAsking(false),
    // Also after a refusal: the transaction is then no longer what this page shows.
    onSettled: () => changedQueries(client, environment, transaction.transaction_id),
  });
  const copyLink = async () => {
    await navigator.clipboard.writeText(window.location.href);
    toast.success(t('The link to this transaction was copied.'));
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={copyLink}>
        <Link2 aria-hidden="true" /> {t('Copy link')}
      </Button>
      {transaction.checkout_url && transaction.status === 'PENDING' && (
        <Button asChild variant="primary">
          <a
            href={inChat(
              environment,
              t('{what}. Pay here: {url}', {
                what: money(transaction.amount),
                url: transaction.checkout_url,
              }),
            )}
            target="_blank"
            rel="noreferrer"
          >
            <MessageCircle aria-hidden="true" /> {t('Remind by WhatsApp')}
          </a>
        </Button>
      )}
      {transaction.checkout_url && transaction.status === 'PENDING' && (
        <Button asChild>
          <a href={transaction.checkout_url} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" /> {t('Open the checkout')}
          </a>
        </Button>
      )}
      {can_offer_again && mayCollect && (
        <Button asChild variant="primary">
          <Link href={`${home}/collect?again=${transaction.transaction_id}`}>
            <RotateCw aria-hidden="true" /> {t('Offer it again')}
          </Link>
        </Button>
      )}
      {transaction.receipt_url && (
        <Button asChild>
          <a href={transaction.receipt_url} target="_blank" rel="noreferrer">
            <Receipt aria-hidden="true" /> {t('Receipt')}
          </a>
        </Button>
      )}
      {transaction.receipt_url && (
        <Button asChild>
          <a
            href={inChat(
              environment,
              t('Your receipt for {amount}: {url}', {
                amount: money(transaction.amount),
                url: transaction.receipt_url,
              }),
            )}
            target="_blank"
            rel="noreferrer"
          >
            <MessageCircle aria-hidden="true" /> {t('Send the receipt')}
          </a>
        </Button>
      )}
      {onRefund && (
        <Button onClick={onRefund}>
          <Undo2 aria-hidden="true" /> {t('Refund|to do it')}
        </Button>
      )}
      {can_cancel && mayCancel && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          {cancelling[transaction.type].button()}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => {
            setAsking(open);
            cancel.reset();
          }}
          title={cancelling[transaction.type].title()}
          description={cancelling[transaction.type].consequence({ amount: money(transaction.amount) })}
          action={cancelling[transaction.type].action()}
          danger
          busy={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate()}
        />
      )}
    </div>
  );
}

/** Opens WhatsApp with the text typed; whom it goes to is chosen there. */
const inChat = (environment: string, text: string) => {
  const said = environment === 'SANDBOX' ? t('Test, no real money: {message}', { message: text }) : text;
  return `https://wa.me/?text=${encodeURIComponent(said)}`;
};

/** What a cancellation is called, and what it does, by what is cancelled. */
const cancelling: Record<Detail['transaction']['type'], Cancelling> = {
  collection: {
    button: later('Cancel collection'),
    title: later('Cancel this collection?'),
    action: later('Cancel the collection'),
    consequence: later(
      'The session is closed at the provider, and the customer can no longer pay {amount}. If the payment has arrived in the meantime, the collection succeeds instead. Your endpoints are told payment.cancelled.',
    ),
  },
  payout: {
    button: later('Cancel payout'),
    title: later('Cancel this payout?'),
    action: later('Cancel the payout'),
    consequence: later(
      'It has not been sent to the provider. {amount} goes back to your available balance at once, and the payout ends as failed. Your endpoints are told payout.failed.',
    ),
  },
  refund: {
    button: later('Cancel refund'),
    title: later('Cancel this refund?'),
    action: later('Cancel the refund'),
    consequence: later(
      'It has not been sent to the provider. {amount} goes back to your available balance at once, the customer gets nothing, and you can refund the payment again. Your endpoints are told refund.failed.',
    ),
  },
};

interface Cancelling {
  button(): string;
  title(): string;
  action(): string;
  consequence(facts: { amount: string }): string;
}
