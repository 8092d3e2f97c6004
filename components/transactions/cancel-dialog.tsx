import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { later } from '#lib/browser/language/words';
import type { TransactionDetail as Detail } from '#lib/reads/get-transaction-detail';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { changedQueries } from './changed-queries.ts';

interface CancelDialogProps {
  transaction: Detail['transaction'];
  environment: string;
  onClose(): void;
}

/** Asks whether it is meant, and says what it does. */
export function CancelDialog({ transaction, environment, onClose }: CancelDialogProps) {
  const { type, transaction_id: id, amount } = transaction;
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () =>
      call(`/api/dashboard/${type}s/${id}/cancel?environment=${environment}`, { method: 'POST' }),
    onSuccess: onClose,
    // Also after a refusal: the transaction is then no longer what this page shows.
    onSettled: () => changedQueries(client, environment, id),
  });
  const { title, action, consequence } = cancelling[type];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title()}
      description={consequence({ amount: money(amount) })}
      action={action()}
      danger
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate()}
    />
  );
}

/** What a cancellation does, by what is cancelled. */
const cancelling: Record<Detail['transaction']['type'], Cancelling> = {
  collection: {
    title: later('Cancel this collection?'),
    action: later('Cancel the collection'),
    consequence: later(
      'The session is closed at the provider, and the customer can no longer pay {amount}. If the payment has arrived in the meantime, the collection succeeds instead. Your endpoints are told payment.cancelled.',
    ),
  },
  payout: {
    title: later('Cancel this payout?'),
    action: later('Cancel the payout'),
    consequence: later(
      'It has not been sent to the provider. {amount} goes back to your available balance at once, and the payout ends as failed. Your endpoints are told payout.failed.',
    ),
  },
  refund: {
    title: later('Cancel this refund?'),
    action: later('Cancel the refund'),
    consequence: later(
      'It has not been sent to the provider. {amount} goes back to your available balance at once, the customer gets nothing, and you can refund the payment again. Your endpoints are told refund.failed.',
    ),
  },
};

interface Cancelling {
  title(): string;
  action(): string;
  consequence(facts: { amount: string }): string;
}
