'use client';

import { ExternalLink, Link2, MessageCircle, Receipt, RotateCw, Undo2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { money } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import type { TransactionDetail as Detail } from '#lib/reads/get-transaction-detail';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { toast } from '../ui/toast.tsx';

// Loaded when something is asked.
const CancelDialog = onDemand(async () => (await import('./cancel-dialog.tsx')).CancelDialog);

interface TransactionActionsProps {
  detail: Detail;
  environment: string;
  home: string;
  mayCancel: boolean;
  mayCollect: boolean;
  mayPay: boolean;
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
  mayPay,
  onRefund,
}: TransactionActionsProps) {
  const [asking, setAsking] = useState(false);
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
      {transaction.type === 'payout' && transaction.status === 'SUCCEEDED' && mayPay && (
        <Button asChild>
          <Link href={`${home}/payouts/new?again=${transaction.transaction_id}`}>
            <RotateCw aria-hidden="true" /> {t('Pay again')}
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
          {cancelButtons[transaction.type]()}
        </Button>
      )}
      {asking && (
        <CancelDialog transaction={transaction} environment={environment} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}

/** Opens WhatsApp with the text typed; whom it goes to is chosen there. */
const inChat = (environment: string, text: string) => {
  const said = environment === 'SANDBOX' ? t('Test, no real money: {message}', { message: text }) : text;
  return `https://wa.me/?text=${encodeURIComponent(said)}`;
};

const cancelButtons: Record<Detail['transaction']['type'], () => string> = {
  collection: later('Cancel collection'),
  payout: later('Cancel payout'),
  refund: later('Cancel refund'),
};
