'use client';

import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from './button.tsx';

interface OnDemandProps {
  /** Stands there until the part has come, and where it did not: the button that it opens from. */
  meanwhile?: ReactNode;
  /** Takes the part away again; else the part's own `onClose` or `onOpenChange`. */
  onGiveUp?: () => void;
}

interface Closing {
  onClose?: () => void;
  onOpenChange?: (open: boolean) => void;
}

/**
 * A part of a page that nobody needs at first: it is loaded when the browser has nothing else to do, so that it is
 * there without a line too. Where it is not, the page stays as it is, says so, and offers to try again.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    part ??= await load();
    return part;
  };
  whenIdle(() => void fetchPart().catch(() => undefined));

  return function OnDemand({ meanwhile, onGiveUp, ...rest }: Props & OnDemandProps) {
    const props = rest as unknown as Props & Closing;
    const [Part, setPart] = useState(() => part);
    const [isMissing, setMissing] = useState(false);
    const open = useCallback(() => {
      setMissing(false);
      fetchPart().then(
        (loaded) => setPart(() => loaded),
        () => setMissing(true),
      );
    }, []);
    useEffect(open, [open]);
    if (Part) return <Part {...props} />;
    const giveUp = () => (onGiveUp ?? props.onClose ?? (() => props.onOpenChange?.(false)))();
    return (
      <>
        {meanwhile}
        {isMissing && <MissingPart onRetry={open} onGiveUp={giveUp} />}
      </>
    );
  };
}

function MissingPart({ onRetry, onGiveUp }: { onRetry(): void; onGiveUp(): void }) {
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-lg border border-pending/50 bg-background p-4 text-left font-normal whitespace-normal"
    >
      <p className="font-semibold">{t('This cannot be opened without a connection')}</p>
      <p className="mt-1 text-muted-foreground">
        {t('What you have typed is still here, and nothing was sent.')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" size="small" onClick={onRetry}>
          {t('Try again')}
        </Button>
        <Button size="small" onClick={onGiveUp}>
          {t('Close')}
        </Button>
      </div>
    </div>
  );
}

/** After the page has loaded, so that it never waits for this. */
function whenIdle(work: () => void): void {
  if (typeof window === 'undefined') return;
  // Safari has no requestIdleCallback.
  const start = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 1_000));
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
