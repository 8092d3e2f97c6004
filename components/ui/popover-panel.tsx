'use client';

import { Popover as Primitive } from 'radix-ui';
import { useState } from 'react';
import { cn } from './cn.ts';
import type { PopoverProps } from './popover.tsx';

/** The popover itself, open from its beginning: `popover.tsx` loads it when it is first wanted. */
export default function PopoverPanel({ trigger, label, align = 'start', className, children }: PopoverProps) {
  const [open, setOpen] = useState(true);
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
