import { whole } from '#lib/browser/format';
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
      <Heading id="rails">Success by provider, last {days} days</Heading>
      <Table label="Providers">
        <thead>
          <tr>
            <Th className="px-2">Provider</Th>
            <Th className={cn(numeric, 'px-2')}>Collections</Th>
            <Th className={cn(numeric, 'px-2')}>Payouts</Th>
          </tr>
        </thead>
        <tbody>
          {rails.map((rail) => (
            <tr key={rail.provider} className="border-b last:border-b-0">
              <Td className="h-12 px-2 text-[13px]">
                <RailName of={rail.provider} />
              </Td>
              <Td className={cn(numeric, 'px-2')}>
                <Share
                  of={rail.collections}
                  without="This provider takes no collections"
                  detail={
                    rail.collections &&
                    `${rail.collections.succeeded} paid, ${rail.collections.failed} declined, ${rail.collections.expired} expired, ${rail.collections.cancelled} cancelled`
                  }
                />
              </Td>
              <Td className={cn(numeric, 'px-2')}>
                <Share
                  of={rail.payouts}
                  without="This provider pays nothing out"
                  detail={
                    rail.payouts && `${rail.payouts.succeeded} delivered, ${rail.payouts.failed} failed`
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
  if (of.success_permille === null) return <Unknown reason="None ended in this period" />;
  return (
    <span title={detail ?? undefined}>
      {percent(of.success_permille)}
      <span className="block text-[13px] leading-4 text-muted-foreground">of {whole(of.ended)}</span>
    </span>
  );
}

function percent(permille: number): string {
  return `${Math.trunc(permille / 10)}.${permille % 10} %`;
}
