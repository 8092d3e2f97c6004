import { orNotFound, requireAdminPage } from '#app/admin-page';
import { OperatorsTransaction } from '#components/admin/transactions/transaction-page';
import { t } from '#lib/browser/language/words';
import { getTransactionAsOperator } from '#lib/reads/get-as-operator';

export function generateMetadata() {
  return { title: t('Transaction') };
}

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
