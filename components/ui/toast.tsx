'use client';

import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { t } from '#lib/browser/language/words';

type Tone = 'success' | 'error';

interface Toast {
  id: number;
  tone: Tone;
  text: string;
}

const SHOWN_MS = 5_000;
/** What went wrong takes longer to read. */
const FAULT_SHOWN_MS = 10_000;
const AT_ONCE = 3;
const none: Toast[] = [];

let toasts = none;
let last = 0;
const listeners = new Set<() => void>();

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function say(tone: Tone, text: string): void {
  change([...toasts, { id: ++last, tone, text }].slice(-AT_ONCE));
}

function remove(id: number): void {
  change(toasts.filter((each) => each.id !== id));
}

/** A short message at the edge of the page, which goes by itself: nothing that somebody has to have read. */
export const toast = {
  success: (text: string) => say('success', text),
  error: (text: string) => say('error', text),
};

/** Where they stand, over everything else; a screen reader says each once. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  return (
    <section
      aria-label={t('Notifications')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-70 grid justify-items-end gap-2 md:bottom-6"
    >
      {shown.map((each) => (
        <Card key={each.id} toast={each} />
      ))}
    </section>
  );
}

const signs = {
  success: <CircleCheck aria-hidden="true" className="mt-0.5 size-4 flex-none text-succeeded" />,
  error: <CircleAlert aria-hidden="true" className="mt-0.5 size-4 flex-none text-failed" />,
};

function Card({ toast: { id, tone, text } }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(remove, tone === 'error' ? FAULT_SHOWN_MS : SHOWN_MS, id);
    return () => clearTimeout(timer);
  }, [id, tone, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever reads it, or reaches for its button, only keeps it there.
    <div
      className="pointer-events-auto flex w-full max-w-sm items-start gap-2.5 rounded-lg border bg-background py-3 pr-2 pl-4 shadow-lg transition-opacity starting:opacity-0"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {signs[tone]}
      <p className="min-w-0 flex-1 wrap-anywhere">{text}</p>
      <button
        type="button"
        onClick={() => remove(id)}
        aria-label={t('Close this message')}
        className="-my-1 flex size-7 flex-none items-center justify-center rounded text-muted-foreground hover:bg-surface hover:text-foreground"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
