import type { ToggleEvent } from 'react';

// Parts that only show and hide are the browser's own popovers: they open before the page's script has come, and without
// it, close by Escape or a press beside them, and give the focus back.

export function closePopover(id: string): void {
  document.getElementById(id)?.togglePopover?.(false);
}

/** For `onToggle`: whoever opened it goes on in it. */
export function enter({ currentTarget, newState }: ToggleEvent<HTMLElement>): void {
  if (newState === 'open') choicesOf(currentTarget)[0]?.focus();
}

/** What can be chosen or filled in there, in its order. */
export function choicesOf(popover: HTMLElement): HTMLElement[] {
  return [...popover.querySelectorAll<HTMLElement>('a, input, button:not(:disabled)')];
}
