'use client';

import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '#lib/browser/language/words';
import { ActionFault } from './action-fault.tsx';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { useFirstTap } from './use-first-tap.ts';

interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** One or two sentences under the title; what a dangerous action will do. */
  description?: ReactNode;
  className?: string;
  /** A click beside it does not close it: for what is shown only once. */
  keepOpen?: boolean;
  /** Over another dialog. */
  onTop?: boolean;
  children?: ReactNode;
}

/** A window over the page: keeps the focus inside, closes by Escape, gives the focus back. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  className,
  keepOpen,
  onTop,
  children,
}: DialogProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={cn('fixed inset-0 base:z-40 bg-black/50', onTop && 'z-60')} />
        <Primitive.Content
          className={cn(
            'fixed top-1/2 left-1/2 base:z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] base:max-w-lg -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-lg border bg-background p-6',
            onTop && 'z-60',
            className,
          )}
          onInteractOutside={(event) => keepOpen && event.preventDefault()}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <Primitive.Title className="pr-8 text-base font-semibold">{title}</Primitive.Title>
          {description !== undefined && (
            <Primitive.Description className="mt-1.5 text-muted-foreground">
              {description}
            </Primitive.Description>
          )}
          <div className="mt-5">{children}</div>
          <Primitive.Close asChild>
            <Button
              variant="ghost"
              size="icon"
              className="absolute top-3.5 right-3.5"
              aria-label={t('Close')}
            >
              <X />
            </Button>
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface ConfirmProps extends Omit<DialogProps, 'children'> {
  /** The verb on the button, such as "Pay out GMD 150.00". */
  action: string;
  danger?: boolean;
  busy?: boolean;
  error?: Error | null | undefined;
  onConfirm(): void;
  /** What is to be confirmed, in figures. */
  children?: ReactNode;
}

/** Says what will happen, does it once however fast it is tapped, and stays open with the reason when it fails. */
export function ConfirmDialog({ action, danger, busy, error, onConfirm, children, ...dialog }: ConfirmProps) {
  const once = useFirstTap(busy);
  return (
    <Dialog {...dialog}>
      {children}
      <ActionFault error={error} onLook={() => dialog.onOpenChange(false)} />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={() => dialog.onOpenChange(false)}>{t('Cancel')}</Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy ?? false} onClick={() => once(onConfirm)}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
