import { z } from 'zod';
import type { Context } from '#lib/context';
import { AppError, type FieldFault } from '#lib/errors';
import { validate } from '#lib/http/validate';
import { listStatementLines, statementLinesQuery } from '#lib/ledger/list-statement-lines';
import { MAX_PRINTED_LINES } from '#lib/ledger/print-statement';
import { countOf, type Period, periodFields, readStatement } from '#lib/ledger/statement';
import { presentStatement } from '#lib/ledger/write-statement';
import { formatAmount } from '#lib/money';

const period = z.object(periodFields);

/**
 * What the dashboard's page shows of a period: its figures and its first lines, of one instant, or the sentence that
 * says why there is no such period.
 */
export async function showStatement(ctx: Context, asked: Period) {
  try {
    const statement = await readStatement(ctx, validate(period, asked));
    const count = countOf(statement);
    const collections = statement.totals.get('collection');
    return {
      statement: presentStatement(statement),
      collected: collections && {
        gross: formatAmount(collections.amountBututs + collections.commissionBututs),
        commission: formatAmount(collections.commissionBututs),
      },
      count,
      isPrintable: count <= MAX_PRINTED_LINES,
      lines: await listStatementLines(ctx, statementLinesQuery.parse(asked), statement),
    };
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return { fault: sentencesOf(error) };
    throw error;
  }
}

function sentencesOf({ details, message }: AppError): string {
  const faults = (details?.fields ?? []) as FieldFault[];
  return [...new Set(faults.map((each) => each.message))].join(' ') || message;
}

export type ShownStatement = Awaited<ReturnType<typeof showStatement>>;
