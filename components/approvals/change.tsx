import type { Approval } from '#lib/approvals/approval';
import { refusal, t } from '#lib/browser/language/words';
import { cn } from '../ui/cn.ts';
import { overlapSentence } from './approval-state.tsx';

/** What is and what would be, line by line: each is marked by a sign and a word, not by colour. */
export function Change({
  approval,
  className,
}: {
  approval: Pick<Approval, 'kind' | 'change' | 'overlap_hours'>;
  className?: string;
}) {
  const isList = approval.kind === 'ip_allowlist';
  // An address is a word of nobody's language.
  const say = (text: string) => (isList ? text : refusal(text));
  const before = approval.change.before.map(say);
  const after = approval.change.after.map(say);
  const lines = [
    ...(isList && before.length === 0 ? [{ sign: '−', meaning: t('Ends:'), text: t('any address') }] : []),
    ...before
      .filter((text) => !after.includes(text))
      .map((text) => ({ sign: '−', meaning: t('Ends:'), text })),
    ...before
      .filter((text) => after.includes(text))
      .map((text) => ({ sign: ' ', meaning: t('Stays:'), text })),
    ...after
      .filter((text) => !before.includes(text))
      .map((text) => ({ sign: '+', meaning: t('Comes:'), text })),
    ...(isList && after.length === 0 ? [{ sign: '+', meaning: t('Comes:'), text: t('any address') }] : []),
  ];
  const sentence = overlapSentence(approval);
  return (
    <div className={className}>
      <ul className="grid gap-0.5 font-mono text-[13px]">
        {lines.map(({ sign, meaning, text }) => (
          <li
            key={sign + text}
            className={cn('flex gap-2', sign === '−' && 'text-muted-foreground line-through')}
          >
            <span aria-hidden="true" className="w-2 flex-none whitespace-pre select-none">
              {sign}
            </span>
            <span className="sr-only">{meaning}</span>
            <span className="break-all">{text}</span>
          </li>
        ))}
      </ul>
      {sentence && <p className="mt-1 text-[13px]">{sentence}</p>}
    </div>
  );
}
