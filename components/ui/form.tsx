'use client';

import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { useFirstTap } from './use-first-tap.ts';

interface FormProps extends ComponentProps<'form'> {
  /** What was sent is under way: it is sent once, however fast the button is tapped. */
  busy?: boolean;
  onSend(fields: Record<string, string>, form: HTMLFormElement): void;
}

/**
 * A form that is sent by `onSend`, with its fields by name. The method keeps a password out of the address if it is
 * ever sent without JavaScript.
 */
export function Form({ busy, onSend, className, ...props }: FormProps) {
  const once = useFirstTap(busy);
  return (
    <form
      method="post"
      className={cn('grid base:gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
        once(() => onSend(Object.fromEntries(fields), form));
      }}
      {...props}
    />
  );
}

/** What is wrong and no field's fault. */
export function FormFault({ children }: { children: string | undefined }) {
  return (
    children && (
      <p role="alert" className="text-failed">
        {children}
      </p>
    )
  );
}

/** The buttons at a dialog's end, the one that acts last. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap in-[form]:mt-2 justify-end gap-2">{children}</div>;
}
