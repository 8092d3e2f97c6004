import type { HistoryReport } from '#lib/history/report';
import type { Acknowledged } from '#lib/history/witness';
import { formatAmount } from '#lib/money';

/** For the terminal, of `npm run history` and `npm run audit`. */
export function describeHistory(
  { noted, missing, losses }: HistoryReport,
  names: ReadonlyMap<string, string> = new Map(),
): string[] {
  const payments = Map.groupBy(missing, (each) => each.id);
  const waiting = losses.filter((each) => each.decided_at === null);
  const accepted = losses.filter((each) => each.decided_at !== null);
  const lines = [`${noted.toLocaleString('en')} changes that this machine has acknowledged were looked up.`];
  if (missing.length > 0) {
    lines.push(
      '',
      `Acknowledged, and not in the database: ${counted(payments.size, 'payment')}, in ${counted(missing.length, 'step')}. Each with its last step:`,
      ...[...payments.values()].map((steps) => describePayment(steps, names)),
    );
  }
  for (const each of waiting) {
    lines.push(
      `Found ${each.found_at} by ${each.found_by}: ${counted(each.missing_count, 'step')} missing; nothing is written until an operator decides.`,
    );
  }
  for (const each of accepted) {
    lines.push(
      `Note: ${counted(each.missing_count, 'step')} missing, found ${each.found_at} by ${each.found_by}; accepted ${each.decided_at} by ${each.decided_by_name}: ${each.reason}`,
    );
  }
  if (missing.length === 0 && waiting.length === 0) lines.push('Nothing waits for a decision.');
  return lines;
}

/** Its steps are in the order of time. */
function describePayment(steps: Acknowledged[], names: ReadonlyMap<string, string>): string {
  const last = steps.at(-1);
  if (last === undefined) return '';
  const amount = formatAmount(BigInt(last.amountBututs)).padStart(12);
  const name = names.get(last.clientId) ?? `client ${last.clientId}`;
  return `   ${last.at}  ${last.environment} ${last.type} ${last.status.padEnd(9)} ${amount} GMD  ${last.provider}  ${last.clientReference}  ${last.id}  of ${name}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
