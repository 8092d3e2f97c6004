'use client';

import { Slot } from 'radix-ui';
import {
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cn } from './cn.ts';
import { closePopover, enter } from './native-popover.ts';

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Names it for a screen reader. */
  label: string;
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A small panel under its button, also before the page's script has come; what is in it begins anew each time. */
export function Popover({ trigger, label, className, children }: PopoverProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  // By the server, for whoever opens it before the script has come, and in browsers that know no popover.
  const [isThere, setThere] = useState(true);
  useEffect(() => {
    if (panel.current?.togglePopover) setThere(panel.current.matches(':popover-open'));
  }, []);
  const anchor = `--${id}`;
  return (
    <>
      <Slot.Root
        aria-haspopup="dialog"
        style={{ anchorName: anchor } as CSSProperties}
        {...{ popoverTarget: id }}
      >
        {trigger}
      </Slot.Root>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        style={{ positionAnchor: anchor } as CSSProperties}
        onBeforeToggle={({ newState }) => setThere(newState === 'open')}
        onToggle={enter}
        className={cn(
          'by-its-button base:w-64 rounded-md border bg-background p-4 text-left text-foreground',
          className,
        )}
      >
        {isThere && (typeof children === 'function' ? children(() => closePopover(id)) : children)}
      </div>
    </>
  );
}
