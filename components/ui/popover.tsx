'use client';

import { Slot } from 'radix-ui';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Names it for a screen reader. */
  label: string;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

const load = () => import('./popover-panel.tsx');
const PopoverPanel = lazy(load);

/**
 * A small panel under its button: closes by Escape and by a click beside it, gives the focus back. Placing it takes
 * more code than a page should load at first, so that comes when the pointer or the focus comes near.
 */
export function Popover(props: PopoverProps) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) {
    return (
      <Slot.Root
        aria-haspopup="dialog"
        aria-expanded={false}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setWanted(true)}
      >
        {props.trigger}
      </Slot.Root>
    );
  }
  return (
    <Suspense fallback={props.trigger}>
      <PopoverPanel {...props} />
    </Suspense>
  );
}
