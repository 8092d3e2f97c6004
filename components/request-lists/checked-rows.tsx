'use client';

import { useState } from 'react';
import { mobile, money } from '#lib/browser/format';
import { later, plural, t } from '#lib/browser/language/words';
import type { PresentedCheck } from '#lib/request-lists/check-list';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Notice } from '../ui/notice.tsx';
import { State, type Tone } from '../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';

type Verdict = PresentedCheck['rows'][number]['verdict'];

const verdicts: Record<Verdict, { tone: Tone; label(): string }> = {
  READY: { tone: 'succeeded', label: later('Good') },
  MADE: { tone: 'reversed', label: later('Made already') },
  ERASED: { tone: 'reversed', label: later('Erased') },
  BAD: { tone: 'failed', label: later('Put it right') },
};
/** Those that want somebody's eye come first. */
const order: Verdict[] = ['BAD', 'READY', 'MADE', 'ERASED'];
const SHOWN = 50;

interface CheckedRowsProps {
  result: PresentedCheck;
  busy: boolean;
  fault: string | undefined;
  onMake(): void;
}

/** What the check said of each row, and the button that makes requests of them. */
export function CheckedRows({ result, busy, fault, onMake }: CheckedRowsProps) {
  const [most, setMost] = useState(SHOWN);
  const { ready, made, erased, bad, amount } = result;
  const rows = order.flatMap((verdict) => result.rows.filter((row) => row.verdict === verdict));
  return (
    <section aria-labelledby="verdict" className="grid grid-cols-1 gap-4">
      <h2 id="verdict" className="font-semibold">
        {t('What is in the file')}
      </h2>
      {bad > 0 ? (
        <Notice kind="warning">
          {plural(bad, {
            one: '{count} row cannot be taken. Put it right in your file and choose it again: all of it is made, or nothing.',
            other:
              '{count} rows cannot be taken. Put them right in your file and choose it again: all of it is made, or nothing.',
          })}
        </Notice>
      ) : (
        <p>
          {ready > 0 &&
            plural(
              ready,
              { one: '{count} request of {amount} in all.', other: '{count} requests of {amount} in all.' },
              { amount: money(amount) },
            )}
          {made > 0 &&
            ` ${plural(made, {
              one: '{count} row stood in an earlier file and stays as it is.',
              other: '{count} rows stood in an earlier file and stay as they are.',
            })}`}
          {erased > 0 &&
            ` ${plural(erased, {
              one: '{count} row is of a customer who was erased: nobody is asked again.',
              other: '{count} rows are of customers who were erased: nobody is asked again.',
            })}`}
        </p>
      )}
      {fault && <Notice kind="error">{fault}</Notice>}
      {bad === 0 && (
        <Button variant="primary" className="justify-self-start" busy={busy} onClick={onMake}>
          {ready > 0
            ? plural(ready, { one: 'Make {count} request', other: 'Make {count} requests' })
            : t('Show the list')}
        </Button>
      )}
      <Table label={t('Rows of the file')} inBlocks>
        <thead>
          <tr>
            <Th className={numeric}>{t('Line')}</Th>
            <Th>{t('Verdict')}</Th>
            <Th>{t('Reference')}</Th>
            <Th>{t('Customer')}</Th>
            <Th>{t('Pay by')}</Th>
            <Th className={numeric}>{t('Amount')}</Th>
            <Th className="w-full">{t('Why')}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => (
            <Tr key={row.line}>
              <Td label={t('Line')} className={cn(numeric, 'text-muted-foreground max-sm:order-6')}>
                {row.line}
              </Td>
              <Td className="max-sm:order-4 max-sm:text-right">
                <State tone={verdicts[row.verdict].tone}>{verdicts[row.verdict].label()}</State>
              </Td>
              <Td className="max-w-52 truncate max-sm:order-3">{row.reference}</Td>
              <Td className="max-w-52 truncate max-sm:order-1">
                {row.name || mobile(row.mobile) || row.email || '–'}
              </Td>
              <Td label={t('Pay by')} className="whitespace-nowrap text-muted-foreground max-sm:order-5">
                {row.due_on || '–'}
              </Td>
              <Td className={cn(numeric, 'max-sm:order-2')}>{row.amount}</Td>
              <Td className="min-w-56 whitespace-normal text-failed max-sm:order-7 max-sm:col-span-2 max-sm:min-w-0">
                {row.reason}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {rows.length > most && (
        <Button className="justify-self-center" onClick={() => setMost(most + SHOWN)}>
          {t('Show more')}
        </Button>
      )}
    </section>
  );
}
