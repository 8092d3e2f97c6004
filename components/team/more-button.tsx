import { MoreHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import type { Person } from './team-page.tsx';

/** Opens what can be done about somebody. */
export function MoreButton({ person, ...props }: { person: Person } & ComponentProps<'button'>) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t('Actions for {name}', { name: person.name })}
      {...props}
    >
      <MoreHorizontal />
    </Button>
  );
}
