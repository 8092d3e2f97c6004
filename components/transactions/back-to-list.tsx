'use client';

import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { t } from '#lib/browser/language/words';
import { wayBack } from '#lib/browser/last-list';

/** To the list as it was left: with its filters, at its place, on the row of this transaction. */
export function BackToList({ list, id }: { list: string; id: string }) {
  const [href, setHref] = useState(list);
  useEffect(() => setHref(wayBack(list, id)), [list, id]);
  return (
    <Link
      href={href}
      className="mb-4 inline-flex items-center gap-1.5 text-[13px] text-muted-foreground hover:text-foreground"
    >
      <ArrowLeft aria-hidden="true" className="size-3.5" /> {t('Transactions')}
    </Link>
  );
}
