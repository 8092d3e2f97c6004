'use client';

import { useQueryClient } from '@tanstack/react-query';
import { mayBeDone } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { Button } from './button.tsx';

/** Why an action failed; one whose answer got lost may have been done, which the page behind then shows. */
export function ActionFault({ error, onLook }: { error: Error | null | undefined; onLook(): void }) {
  const queries = useQueryClient();
  if (!error) return null;
  const look = () => {
    onLook();
    return queries.invalidateQueries();
  };
  return (
    <div role="alert" className="mt-4 text-failed in-[form]:mt-0">
      <p>{error.message}</p>
      {mayBeDone(error) && (
        <Button size="small" className="mt-2 text-foreground" onClick={look}>
          {t('Look what became of it')}
        </Button>
      )}
    </div>
  );
}
