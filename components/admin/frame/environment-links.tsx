import Link from 'next/link';
import { later, t } from '#lib/browser/language/words';
import { cn } from '../../ui/cn.ts';

const environments = [
  { value: 'LIVE', label: later('Live') },
  { value: 'SANDBOX', label: later('Sandbox') },
] as const;

interface EnvironmentLinksProps {
  path: string;
  current: 'LIVE' | 'SANDBOX' | undefined;
  /** Kept beside the environment. */
  query?: Record<string, string | undefined>;
  /** Whether both together can be shown. */
  withBoth?: boolean;
}

/** Which money a page of the operators shows. It stands in the address, so that a link shows what it was sent for. */
export function EnvironmentLinks({ path, current, query = {}, withBoth }: EnvironmentLinksProps) {
  const kept = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const choices = [...(withBoth ? [{ value: undefined, label: later('Both') }] : []), ...environments];
  return (
    <nav aria-label={t('Environment')} className="inline-flex rounded-md border p-0.5">
      {choices.map(({ value, label }) => {
        const search = new URLSearchParams([...kept, ...(value ? [['environment', value]] : [])]).toString();
        return (
          <Link
            key={value ?? 'both'}
            href={search ? `${path}?${search}` : path}
            aria-current={value === current ? 'true' : undefined}
            className={cn(
              'flex h-7.5 items-center rounded px-3 text-[13px] base:text-muted-foreground base:hover:text-foreground',
              value === current &&
                'bg-primary font-semibold text-primary-foreground hover:text-primary-foreground',
            )}
          >
            {label()}
          </Link>
        );
      })}
    </nav>
  );
}

/** Turns the accent of everything inside, so that sandbox figures are never taken for money. */
export function EnvironmentScope({
  environment,
  children,
}: {
  environment: 'LIVE' | 'SANDBOX' | undefined;
  children: React.ReactNode;
}) {
  if (environment !== 'SANDBOX') return children;
  return (
    <div data-environment="sandbox">
      <p className="-mx-4 -mt-6 mb-6 bg-sandbox px-4 py-1 text-center text-[13px] font-semibold text-sandbox-foreground md:-mx-8">
        {t('Sandbox: these figures are no real money')}
      </p>
      {children}
    </div>
  );
}
