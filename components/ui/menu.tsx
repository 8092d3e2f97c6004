'use client';

import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

/** A button that opens a list of actions; `trigger` is the button. */
export function Menu({
  trigger,
  defaultOpen,
  children,
}: {
  trigger: ReactNode;
  defaultOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <Primitive.Root {...(defaultOpen && { defaultOpen })}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          sideOffset={4}
          className="z-50 min-w-44 rounded-md border bg-background p-1"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export function MenuItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        'flex h-8 cursor-default items-center gap-2 rounded px-2 outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-surface [&_svg]:size-4',
        className,
      )}
      {...props}
    />
  );
}

export const MenuSeparator = () => <Primitive.Separator className="my-1 h-px bg-border" />;
