import Link from 'next/link';
import { caseWords } from '#lib/browser/case-words';
import { refusal, t } from '#lib/browser/language/words';
import type { PresentedCase } from '#lib/cases/case';
import { rich } from '../../language/rich.tsx';
import { State } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';

export function CaseState({ status, proposal }: Pick<PresentedCase, 'status' | 'proposal'>) {
  if (status === 'CLOSED') return <State tone="ended">{t('Closed')}</State>;
  if (proposal === null) return <State tone="pending">{t('Open')}</State>;
  return (
    <State tone="pending">
      {proposal.confirmed_by ? t('Being settled') : t('Waits for a second person')}
    </State>
  );
}

/** The cases that something is in, each with the way to it. */
export function CaseLinks({ cases }: { cases: PresentedCase[] }) {
  return (
    <ul className="divide-y rounded-lg border">
      {cases.map((each) => (
        <li key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
          <Link href={`/admin/cases/${each.id}`} className="font-semibold underline underline-offset-4">
            {caseWords[each.kind].title()}
          </Link>
          <CaseState status={each.status} proposal={each.proposal} />
          <span className="text-[13px] text-muted-foreground">
            {rich('opened {time}', { time: <Time at={each.opened_at} /> })}
          </span>
          {each.closed?.resolution && (
            <span className="w-full text-[13px] wrap-anywhere text-muted-foreground">
              {refusal(each.closed.resolution)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
