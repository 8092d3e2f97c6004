'use client';

import { Check, Copy } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#components/ui/button';
import { useCopy } from '../ui/use-copy.ts';

/** Copies the code of the figure that it stands in: of several languages the one that is shown. */
export function CopyCode() {
  const { copied, failed, copy } = useCopy();
  const here = useRef<HTMLButtonElement>(null);
  const onClick = () => {
    const shown = [...(here.current?.closest('figure')?.querySelectorAll('pre') ?? [])].find(
      (each) => each.offsetParent !== null,
    );
    void copy(shown?.textContent ?? '');
  };
  return (
    <Button ref={here} variant="ghost" size="small" className="h-7 font-normal" onClick={onClick}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">{copied ? 'Copied' : failed ? 'Select it to copy' : 'Copy'}</span>
    </Button>
  );
}
