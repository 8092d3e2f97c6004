'use client';

import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { t } from '#lib/browser/language/words';
import { cn } from './cn.ts';
import { useFault, wasSent } from './faults.ts';

const control =
  'control base:h-9 base:w-full rounded-md base:px-3 placeholder:text-muted-foreground disabled:opacity-60 aria-invalid:border-failed';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(control, className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(control, 'h-auto base:min-h-24 py-2', className)} {...props} />;
}

export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select className={cn(control, 'pr-8', className)} {...props} />;
}

export function Checkbox({ label, className, ...props }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={cn('flex items-start gap-2.5', className)}>
      <input type="checkbox" className="mt-0.5 size-4 flex-none accent-primary" {...props} />
      <span>{label}</span>
    </label>
  );
}

interface FieldProps {
  label: string;
  /** One sentence under the label's control. */
  hint?: ReactNode;
  /** What is wrong and what would be right; announced when it appears. */
  error?: string | undefined;
  className?: string;
  /** Gets what ties it to its label, hint and error. */
  children(control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }): ReactNode;
}

/** A labelled control with its hint and its error. */
export function Field({ label, hint, error: given, className, children }: FieldProps) {
  const id = useId();
  const [refusal, setRefusal] = useState<string>();
  const error = given ?? refusal;
  const part = useFault<HTMLDivElement>(error);
  // What the browser itself refuses is said like what the server refuses.
  const onInvalid = (event: FormEvent<HTMLDivElement>) => {
    const control = event.target as HTMLInputElement;
    event.preventDefault();
    setRefusal(control.validity.valueMissing ? t('Fill this in.') : control.validationMessage);
    if (control.form) wasSent(control.form);
  };
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div
      ref={part}
      className={cn('grid content-start gap-1.5', className)}
      onInvalidCapture={onInvalid}
      onInput={() => setRefusal(undefined)}
    >
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-[13px] text-muted-foreground">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-[13px] text-failed">
          {error}
        </p>
      )}
    </div>
  );
}
