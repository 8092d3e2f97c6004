import { notFound } from 'next/navigation';
import { requireDashboardPage } from '#app/page-session';
import { TransactionDetail } from '#components/transactions/transaction-detail';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { AppError } from '#lib/errors';
import { getTransactionDetail } from '#lib/reads/get-transaction-detail';

export function generateMetadata() {
  return { title: t('Transaction') };
}

interface PageProps {
  params: Promise<{ environment: string; transactionId: string }>;
}

export default async function TransactionPage({ params }: PageProps) {
  const { transactionId } = await params;
  const { ctx, session, environment, home } = await requireDashboardPage(
    params,
    `/transactions/${encodeURIComponent(transactionId)}`,
  );
  const detail = await getTransactionDetail(ctx, transactionId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'TRANSACTION_NOT_FOUND') notFound();
    throw error;
  });
  return (
    <TransactionDetail
      key={transactionId}
      environment={environment}
      home={home}
      initial={detail}
      mayCancel={mayDo(
        session.user.role,
        detail.transaction.type === 'collection' ? 'collections.create' : 'payouts.prepare',
      )}
      mayResend={mayDo(session.user.role, 'webhooks.manage')}
      mayRefund={mayDo(session.user.role, 'refunds.create')}
      mayCollect={mayDo(session.user.role, 'collections.create')}
      mayPay={mayDo(session.user.role, 'payouts.create')}
    />
  );
}
