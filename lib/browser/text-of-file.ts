import { ApiError } from '#lib/browser/api';
import { refusal, t } from '#lib/browser/language/words';
import { isWorkbook, MAX_WORKBOOK_BYTES } from '#lib/browser/workbook/is-workbook';

/** What was chosen as CSV text: a workbook, UTF-8, or what Excel on Windows writes when it is asked for plain CSV. */
export async function textOfFile(file: File, maxRows: number): Promise<string> {
  if (file.size > MAX_WORKBOOK_BYTES) throw new ApiError(413, 'PAYLOAD_TOO_LARGE', '');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isWorkbook(bytes)) return rowsOfWorkbook(bytes, maxRows);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What went wrong with a file, for whoever chose it. */
export function fileFaultOf(error: Error): string {
  if (error.name === 'FileFault') return refusal(error.message);
  if (!(error instanceof ApiError)) return t('The file cannot be read.');
  if (error.code === 'PAYLOAD_TOO_LARGE') return t('The file is too large. Split it.');
  return error.field('csv') ?? error.message;
}

/** Loaded when a workbook is chosen. */
async function rowsOfWorkbook(bytes: Uint8Array<ArrayBuffer>, maxRows: number): Promise<string> {
  const [{ readWorkbook }, { WorkbookFault }] = await Promise.all([
    import('#lib/browser/workbook/read-workbook'),
    import('#lib/browser/workbook/workbook-fault'),
  ]);
  try {
    return await readWorkbook(bytes, maxRows);
  } catch (error) {
    if (error instanceof WorkbookFault) error.name = 'FileFault';
    throw error;
  }
}
