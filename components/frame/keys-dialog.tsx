'use client';

import { Dialog } from '../ui/dialog.tsx';

const shortcuts = [
  ['/', 'Search'],
  ['?', 'Show these keys'],
  ['Esc', 'Close what is open'],
] as const;

export default function KeysDialog({ canSearch, onClose }: { canSearch: boolean; onClose(): void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Keys">
      <dl className="grid grid-cols-[4rem_1fr] gap-y-2">
        {shortcuts.slice(canSearch ? 0 : 1).map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border px-1.5 font-mono text-[13px]">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
