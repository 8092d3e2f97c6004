'use client';

import { useEffect, useRef } from 'react';
import { plural } from '#lib/browser/language/words';

/** What an `aria-invalid` cannot say of a control, such as one radio button of several. */
const WRONG = '[aria-invalid="true"], [data-invalid]';
/** By then a form that refuses by itself has said so. */
const BY_ITSELF_MS = 50;

/** Forms that were sent, and whose faults nobody was led to since. */
const sent = new WeakSet<HTMLFormElement>();

if (typeof document !== 'undefined') {
  document.addEventListener('submit', ({ target }) => wasSent(target as HTMLFormElement), { capture: true });
}

/** For what shows an error: once its form was sent, the first field that is wrong gets the focus. */
export function useFault<Part extends HTMLElement>(error: string | undefined) {
  const part = useRef<Part>(null);
  useEffect(() => {
    if (error) showFaults(part.current?.closest('form'));
  }, [error]);
  return part;
}

/** A form was sent, or the browser refused to send it. */
export function wasSent(form: HTMLFormElement): void {
  announce('');
  sent.add(form);
  setTimeout(() => showFaults(form), BY_ITSELF_MS);
}

/** Once for each time that the form was sent: whoever is correcting it is not led away. */
function showFaults(form: HTMLFormElement | null | undefined): void {
  const wrong = [...(form?.querySelectorAll<HTMLElement>(WRONG) ?? [])];
  const [first] = wrong;
  if (!form || !first || !sent.delete(form)) return;
  first.focus({ preventScroll: true });
  first.scrollIntoView({ block: 'center' });
  const labels = [...new Set(wrong.map(nameOf).filter(Boolean))];
  announce(
    plural(
      wrong.length,
      { one: 'One field is wrong: {fields}.', other: '{count} fields are wrong: {fields}.' },
      { fields: labels.join(', ') },
    ),
  );
}

function nameOf(control: HTMLElement): string {
  const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
  return (
    (label ?? control.closest('div')?.querySelector('label'))?.textContent?.trim() ?? control.ariaLabel ?? ''
  );
}

/** Said when the reader has a moment; the region is there before there is anything to say. */
function announce(text: string): void {
  const id = 'fault-summary';
  let region = document.getElementById(id);
  if (!region) {
    region = Object.assign(document.createElement('p'), { id, className: 'sr-only' });
    region.role = 'status';
    region.ariaLive = 'polite';
    document.body.append(region);
  }
  region.textContent = text;
}
