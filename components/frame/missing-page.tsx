import Link from 'next/link';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback.tsx';

/** What a dashboard shows where it has nothing, in its frame. */
export function MissingPage({ home, children }: { home: string; children: string }) {
  return (
    <EmptyState
      isPage
      title={t('There is no such page')}
      action={
        <Button asChild>
          <Link href={home}>{t('To the overview')}</Link>
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
