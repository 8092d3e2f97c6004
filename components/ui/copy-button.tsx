'use client';

import { Check, Copy } from 'lucide-react';
import { t } from '#lib/browser/language/words';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

/** Copies a text and says so; `textOf` is given the button, to find what stands beside it. */
export function CopyButton({ textOf }: { textOf(button: HTMLButtonElement): string }) {
  const { copied, failed, copy } = useCopy();
  return (
    <Button
      variant="ghost"
      size="small"
      className="h-7 font-normal"
      onClick={(event) => void copy(textOf(event.currentTarget))}
    >
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">{copied ? t('Copied') : t(failed ? 'Select it to copy' : 'Copy')}</span>
    </Button>
  );
}
