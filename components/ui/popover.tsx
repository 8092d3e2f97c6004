'use client';

import { Slot } from 'radix-ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { onDemand } from './on-demand.tsx';

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Names it for a screen reader. */
  label: string;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

const PopoverPanel = onDemand(async () => (await import('./popover-panel.tsx')).default);

/**
 * A small panel under its button: closes by Escape and by a click beside it, gives the focus back. Placing it takes
 * more code than a page should load at first.
 */
export function Popover(props: PopoverProps) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) {
    return (
      <Slot.Root aria-haspopup="dialog" aria-expanded={false} onClick={() => setWanted(true)}>
        {props.trigger}
      </Slot.Root>
    );
  }
  return <PopoverPanel {...props} meanwhile={props.trigger} onGiveUp={() => setWanted(false)} />;
}
