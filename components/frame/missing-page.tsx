import Link from 'next/link';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback.tsx';

/** What a dashboard shows where it has nothing, in its frame. */
export function MissingPage({ home, children }: { home: string; children: string }) {
  return (
    <EmptyState
      isPage
      title="There is no such page"
      action={
        <Button asChild>
          <Link href={home}>To the overview</Link>
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
