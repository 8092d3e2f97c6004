'use client';

import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '#lib/browser/language/words';

/** The side bar of a phone. */
export default function Drawer({ onClose, children }: { onClose(): void; children: ReactNode }) {
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50 md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] border-r bg-background md:hidden"
        >
          <Dialog.Title className="sr-only">{t('Navigation')}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
