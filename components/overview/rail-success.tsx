import { share, whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { Overview } from '#lib/clients/get-overview';
import { RailName } from '../rails/rail-name.tsx';
import { cn } from '../ui/cn.ts';
import { Unknown } from '../ui/feedback.tsx';
import { Heading } from '../ui/heading.tsx';
import { numeric, Table, Td, Th } from '../ui/table.tsx';

type Rail = Overview['period']['rails'][number];

/** Of what ended on each rail in the period, the share that succeeded. */
export function RailSuccess({ rails, days }: { rails: Rail[]; days: number }) {
  return (
    <section aria-labelledby="rails" className="min-w-0">
      <Heading id="rails">{t('Success by provider, last {days} days', { days })}</Heading>
      <Table label={t('Providers')}>
        <thead>
          <tr>
            <Th className="px-2">{t('Provider')}</Th>
            <Th className={cn(numeric, 'px-2')}>{t('Collections')}</Th>
            <Th className={cn(numeric, 'px-2')}>{t('Payouts')}</Th>
          </tr>
        </thead>
        <tbody>
          {rails.map((rail) => (
            <tr key={rail.provider} className="border-b last:border-b-0">
              {/* What is left of the width: a long name is cut, and no figure. */}
              <Td className="h-12 w-full max-w-0 px-2 text-[13px]">
                <RailName of={rail.provider} />
              </Td>
              <Td className={cn(numeric, 'px-2')}>
                <Share
                  of={rail.collections}
                  without={t('This provider takes no collections')}
                  detail={
                    rail.collections &&
                    t('{succeeded} paid, {failed} declined, {expired} expired, {cancelled} cancelled', {
                      succeeded: rail.collections.succeeded,
                      failed: rail.collections.failed,
                      expired: rail.collections.expired,
                      cancelled: rail.collections.cancelled,
                    })
                  }
                />
              </Td>
              <Td className={cn(numeric, 'px-2')}>
                <Share
                  of={rail.payouts}
                  without={t('This provider pays nothing out')}
                  detail={
                    rail.payouts &&
                    t('{succeeded} delivered, {failed} failed', {
                      succeeded: rail.payouts.succeeded,
                      failed: rail.payouts.failed,
                    })
                  }
                />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

interface ShareProps {
  of: { ended: number; success_permille: number | null } | null;
  without: string;
  detail: string | null;
}

function Share({ of, without, detail }: ShareProps) {
  if (of === null) return <Unknown reason={without} />;
  if (of.success_permille === null) return <Unknown reason={t('None ended in this period')} />;
  return (
    <span title={detail ?? undefined}>
      {share(of.success_permille, 1000)}
      <span className="block text-[13px] leading-4 text-muted-foreground">
        {t('of {ended}', { ended: whole(of.ended) })}
      </span>
    </span>
  );
}
