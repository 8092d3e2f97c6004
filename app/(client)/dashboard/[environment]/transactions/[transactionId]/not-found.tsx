'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/feedback';
import { t } from '#lib/browser/language/words';

export default function TransactionNotFound() {
  const list = usePathname().replace(/\/[^/]*$/, '');
  return (
    <EmptyState
      isPage
      title={t('There is no such transaction here')}
      action={
        <Button asChild>
          <Link href={list}>{t('All transactions')}</Link>
        </Button>
      }
    >
      {t(
        'The address may be misspelt, or the transaction may belong to the other environment: try the switch at the top of the navigation.',
      )}
    </EmptyState>
  );
}
