'use client';

import { MoreHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';

export interface KeyMenuProps {
  last4: string;
  /** A rotation was asked for and not decided yet. */
  isAsked: boolean;
  mayRotate: boolean;
  onRotate(): void;
  onRevoke(): void;
}

export function KeyMenuButton({ last4, ...props }: { last4: string } & ComponentProps<'button'>) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t('Actions of the key ending in {last4}', { last4 })}
      {...props}
    >
      <MoreHorizontal />
    </Button>
  );
}
