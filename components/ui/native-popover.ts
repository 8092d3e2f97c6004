import type { KeyboardEvent, MouseEvent, ToggleEvent } from 'react';

// Parts that only show and hide are the browser's own popovers: they open before the page's script has come, and without
// it, close by Escape or a press beside them, and give the focus back.

/** Of the popover itself: hidden until it is open, in whatever way it is. */
export const untilOpen = 'hidden open:block data-open:block';

/** For the button's `onClick`: Safari before 17 knows no popover, so there the script opens it. */
export function openOtherwise({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  if ('popover' in HTMLElement.prototype) return;
  document.getElementById(currentTarget.getAttribute('popovertarget') ?? '')?.toggleAttribute('data-open');
}

export function closePopover(id: string): void {
  const popover = document.getElementById(id);
  popover?.togglePopover?.(false);
  popover?.removeAttribute('data-open');
}

/** For `onToggle`: whoever opened it goes on in it. */
export function enter({ currentTarget, newState }: ToggleEvent<HTMLElement>): void {
  if (newState === 'open') choicesOf(currentTarget)[0]?.focus();
}

/** For `onKeyDown`: up and down go through what can be chosen, as in a menu. */
export function stepByKeys(event: KeyboardEvent<HTMLElement>): void {
  const choices = choicesOf(event.currentTarget);
  const at = choices.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  choices.at(next % choices.length)?.focus();
}

function choicesOf(popover: HTMLElement): HTMLElement[] {
  return [...popover.querySelectorAll<HTMLElement>('a, input, button:not(:disabled)')];
}
