'use client';

import { useState } from 'react';
import type { Approval } from '#lib/approvals/approval';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';

const AllowlistDialog = onDemand(async () => (await import('./allowlist-dialog.tsx')).AllowlistDialog);

interface AllowlistSectionProps {
  allowlist: string[];
  pending: Approval | undefined;
  mayManage: boolean;
  query: { environment: string };
  onAsked(): void;
}

export function AllowlistSection({ allowlist, pending, mayManage, query, onAsked }: AllowlistSectionProps) {
  const [asking, setAsking] = useState(false);
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="font-semibold">{t('IP allowlist')}</h2>
          <p className="mt-1 max-w-2xl text-muted-foreground">
            {t(
              'The addresses that your keys work from, live and sandbox alike. It does not concern the dashboard.',
            )}
          </p>
        </div>
        {mayManage && (
          <Button onClick={() => setAsking(true)} disabled={pending !== undefined}>
            {t('Ask for a change')}
          </Button>
        )}
      </div>
      {allowlist.length === 0 ? (
        <p className="rounded-lg border border-dashed px-4 py-3 text-muted-foreground">
          {t('No list is set: your keys work from anywhere.')}
        </p>
      ) : (
        <ul className="divide-y rounded-lg border font-mono text-[13px]">
          {allowlist.map((cidr) => (
            <li key={cidr} className="px-4 py-2.5">
              {cidr}
            </li>
          ))}
        </ul>
      )}
      {pending && (
        <p className="mt-2 text-[13px] text-muted-foreground">
          {t('A change waits for approval. Until then this list stays in force.')}
        </p>
      )}
      {asking && (
        <AllowlistDialog
          path="/api/dashboard/ip-allowlist"
          query={query}
          allowlist={allowlist}
          onClose={() => setAsking(false)}
          onAsked={onAsked}
        />
      )}
    </section>
  );
}
