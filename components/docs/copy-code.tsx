'use client';

import { CopyButton } from '#components/ui/copy-button';

/** Copies the code of the figure that it stands in: of several languages the one that is shown. */
export function CopyCode() {
  return <CopyButton textOf={shownCode} />;
}

function shownCode(button: HTMLButtonElement): string {
  const all = [...(button.closest('figure')?.querySelectorAll('pre') ?? [])];
  return all.find((each) => each.offsetParent !== null)?.textContent ?? '';
}
