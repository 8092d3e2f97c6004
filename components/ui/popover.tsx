'use client';

import { Popover as Primitive } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { cn } from './cn.ts';

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactNode;
  /** Names it for a screen reader. */
  label: string;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A small panel under its button: closes by Escape and by a click beside it, gives the focus back. */
export function Popover({ trigger, label, align = 'start', className, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={4}
          collisionPadding={16}
          aria-label={label}
          className={cn(
            'z-50 w-64 max-w-[calc(100vw-2rem)] rounded-md border bg-background p-4 outline-none',
            className,
          )}
        >
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
