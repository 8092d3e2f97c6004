'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { later, t } from '#lib/browser/language/words';
import { cn } from '../ui/cn.ts';

const environments = [
  { segment: 'live', label: later('Live') },
  { segment: 'sandbox', label: later('Sandbox') },
] as const;

/** Which money is shown. It stands in the address, so that a link shows what it was sent for. */
export function EnvironmentSwitch({ current }: { current: 'live' | 'sandbox' }) {
  const section = usePathname().split('/')[3];
  return (
    <nav aria-label={t('Environment')} className="grid grid-cols-2 rounded-md border p-0.5">
      {environments.map(({ segment, label }) => (
        <Link
          key={segment}
          href={`/dashboard/${segment}${section && section !== 'sandbox-tools' ? `/${section}` : ''}`}
          aria-current={segment === current ? 'true' : undefined}
          className={cn(
            'rounded py-1 text-center text-[13px] base:text-muted-foreground base:hover:text-foreground',
            segment === current &&
              'bg-primary font-semibold text-primary-foreground hover:text-primary-foreground',
          )}
        >
          {label()}
        </Link>
      ))}
    </nav>
  );
}

/** Stands over every sandbox page. */
export function SandboxStrip() {
  return (
    <section
      aria-label={t('Sandbox')}
      className="bg-sandbox px-4 py-1 text-center text-[13px] font-semibold text-sandbox-foreground"
    >
      {t('Sandbox: no real money moves here')}
    </section>
  );
}
