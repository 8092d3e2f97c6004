import type { z } from 'zod';
import { defaultLanguage, type Language } from '#lib/browser/language/languages';
import type { Environment } from '#lib/context';
import { envelope } from '#lib/http/respond';
import { inLanguage } from '#lib/language/in-language';
import { type commissionQuery, getCommissionStatement } from '#lib/ledger/commission-statement';
import { printCommission } from '#lib/ledger/print-commission';
import { readingSql } from '#lib/reads/read-apart';

/** A client's statement of commission as it is sent: JSON, or a file in a language. Throws as `getCommissionStatement` does. */
export async function writeCommission(
  owner: { clientId: string; environment: Environment },
  { month, format }: z.output<typeof commissionQuery>,
  now: Date,
  language: Language = defaultLanguage,
): Promise<{ stream: ReadableStream<Uint8Array>; type: string; name?: string }> {
  const statement = await getCommissionStatement(owner, month, now);
  if (format === 'json') {
    return { stream: streamOf(envelope(statement)), type: 'application/json; charset=utf-8' };
  }
  const [client] = await readingSql()`select name from clients where id = ${owner.clientId}`;
  const file = await inLanguage(language, () => printCommission(statement, client?.name ?? ''));
  return { stream: streamOf(file), type: 'application/pdf', name: `${statement.number}.pdf` };
}

function streamOf(content: string | Uint8Array): ReadableStream<Uint8Array> {
  return new Blob([content as BlobPart]).stream();
}
