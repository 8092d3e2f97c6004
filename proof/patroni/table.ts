import type { Measured } from './measure.ts';
import type { Restored } from './restore.ts';
import type { Trouble } from './troubles.ts';

export interface Line {
  trouble: Trouble;
  seen: Measured;
  wholeAfter: number;
  misses: string[];
}

export interface Sums {
  acknowledged: number;
  /** Of what was answered 200, what the database does not have as it was told. */
  lost: number;
  doubled: number;
  /** Of what was not answered 200, what was not when it was repeated at the end. */
  notRepeatable: number;
  auditViolations: number;
  /** Of Kaira's processes. */
  ended: number;
  unworked: number;
  restored: Restored;
  commit: string;
  at: string;
}

const heading = '## The table';

/** The page with its last section anew; what comes before it is written by hand. */
export function tableOf(page: string, lines: readonly Line[], sums: Sums): string {
  const [before] = page.split(heading);
  const { restored } = sums;
  return [
    `${before}${heading}`,
    '',
    `Written by \`npm run patroni\` at ${sums.at}, on commit ${sums.commit}. All times in seconds.`,
    '',
    '| trouble | nobody could write for | limit | Kaira acknowledged nothing for | longest wait | all three well after | acknowledged | 503 | within the limits |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines.map(
      ({ trouble, seen, wholeAfter, misses }) =>
        `| ${[
          trouble.what,
          ...[
            seen.stoodStill.toFixed(1),
            trouble.limit ?? '–',
            seen.unanswered.toFixed(1),
            seen.longestWait.toFixed(1),
          ],
          ...[wholeAfter.toFixed(0), seen.acknowledged, seen.refused],
          misses.length === 0 ? 'yes' : `no: ${misses.join('; ')}`,
        ].join(' | ')} |`,
    ),
    '',
    `Over all of it: ${sums.acknowledged} acknowledged, ${sums.lost} lost, ${sums.doubled} doubled; of those that were refused ${sums.notRepeatable} could not be repeated; ${sums.auditViolations} violations of the audit; ${sums.ended} of Kaira's processes ended. Restored to ${restored.moment} from the backup and the archive: ${restored.transactions} transactions, ${restored.isExact ? 'those of that moment and none of later' : 'NOT those of that moment'}, ${restored.auditViolations} violations of the audit.`,
    '',
  ].join('\n');
}
