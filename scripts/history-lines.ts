import type { HistoryReport } from '#lib/history/report';
import { formatAmount } from '#lib/money';

/** For the terminal, of `npm run history` and `npm run audit`. */
export function describeHistory({ noted, missing, losses }: HistoryReport): string[] {
  const waiting = losses.filter((each) => each.decided_at === null);
  const accepted = losses.filter((each) => each.decided_at !== null);
  const lines = [`${noted.toLocaleString('en')} changes that this machine has acknowledged were looked up.`];
  if (missing.length > 0) {
    lines.push(
      '',
      `Acknowledged, and not in the database (${missing.length.toLocaleString('en')}):`,
      ...missing.map(
        (each) =>
          `   ${each.at}  ${each.environment} ${each.type} ${each.status.padEnd(9)} ${formatAmount(BigInt(each.amountBututs)).padStart(12)} GMD  ${each.provider}  ${each.clientReference}  ${each.id}  of client ${each.clientId}`,
      ),
    );
  }
  for (const each of waiting) {
    lines.push(
      `Found ${each.found_at} by ${each.found_by}: ${each.missing_count} missing; nothing is written until an operator decides.`,
    );
  }
  for (const each of accepted) {
    lines.push(
      `Note: ${each.missing_count} missing, found ${each.found_at} by ${each.found_by}; accepted ${each.decided_at} by ${each.decided_by_name}: ${each.reason}`,
    );
  }
  if (missing.length === 0 && waiting.length === 0) lines.push('Nothing waits for a decision.');
  return lines;
}
