'use client';

import { useState } from 'react';

/** Copies a text. A browser allows that on https and on localhost only, and `failed` then says so. */
export function useCopy(): { copied: boolean; failed: boolean; copy(text: string): Promise<void> } {
  const [state, setState] = useState<'copied' | 'failed'>();
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return { copied: state === 'copied', failed: state === 'failed', copy };
}
