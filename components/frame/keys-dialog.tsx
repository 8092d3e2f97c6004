'use client';

import { later, t } from '#lib/browser/language/words';
import { Dialog } from '../ui/dialog.tsx';

const shortcuts = [
  ['/', later('Search')],
  ['?', later('Show these keys')],
  ['Esc', later('Close what is open')],
] as const;

export default function KeysDialog({ canSearch, onClose }: { canSearch: boolean; onClose(): void }) {
  return (
    <Dialog open onOpenChange={onClose} title={t('Keys|of a keyboard')}>
      <dl className="grid grid-cols-[4rem_1fr] gap-y-2">
        {shortcuts.slice(canSearch ? 0 : 1).map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border px-1.5 font-mono text-[13px]">{key}</kbd>
            </dt>
            <dd>{meaning()}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
