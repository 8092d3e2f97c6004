import type { Metadata } from 'next';
import { orNotFound } from '#app/or-not-found';
import { requireDashboardPage } from '#app/page-session';
import { CollectionShare } from '#components/collect/collection-share';
import { PageHeader } from '#components/frame/page-header';
import { QrCode } from '#components/ui/qr-code';
import { mayDo } from '#lib/auth/roles';
import { t } from '#lib/browser/language/words';
import { qrCodeOf } from '#lib/checkout/qr-code';
import { followCollection, presentOwnCollection } from '#lib/collections/own-collection';
import { customerUrl } from '#lib/collections/present-collection';
import { requireOwnSale } from '#lib/till/own-sales';

export function generateMetadata(): Metadata {
  return { title: t('Collection') };
}

interface PageProps {
  params: Promise<{ environment: string; transactionId: string }>;
}

export default async function CollectionPage({ params }: PageProps) {
  const { transactionId } = await params;
  const { session, environment, home, ctx } = await requireDashboardPage(
    params,
    `/collect/${transactionId}`,
    'till.read',
  );
  const { transaction, mayChoose } = await orNotFound(
    requireOwnSale(ctx, transactionId).then((id) => followCollection(ctx, id)),
  );
  const link = customerUrl(transaction) ?? transaction.cardPageUrl;
  return (
    <>
      <PageHeader title={t('Collection')} />
      <CollectionShare
        place={{ environment, home }}
        initial={presentOwnCollection(transaction, mayChoose)}
        link={link}
        code={link && <QrCode {...qrCodeOf(link)} label={t('The payment link as a QR code')} />}
        mayRead={mayDo(session.user.role, 'business.read')}
        mayCollect={mayDo(session.user.role, 'collections.create')}
        mayRefund={mayDo(session.user.role, 'refunds.create')}
      />
    </>
  );
}
