import type { Metadata } from 'next';
import { orNotFound, requireAdminPage } from '#app/admin-page';
import { OperatorsTransaction } from '#components/admin/transactions/transaction-page';
import { getTransactionAsOperator } from '#lib/reads/get-as-operator';

export const metadata: Metadata = { title: 'Transaction' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { may } = await requireAdminPage(`/admin/transactions/${id}`);
  return (
    <OperatorsTransaction
      initial={await orNotFound(getTransactionAsOperator(id, new Date()))}
      mayReverse={may('payouts.reverse')}
      mayCancel={may('payouts.cancel')}
    />
  );
}
