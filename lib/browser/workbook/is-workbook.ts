/** A larger file is not read at all. */
export const MAX_WORKBOOK_BYTES = 4 * 1024 * 1024;
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_FORM = [0xd0, 0xcf, 0x11, 0xe0];

/** Whether a file is one of Excel's, by how it begins. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return startsWith(bytes, ZIP) || isOldForm(bytes);
}

/** How the form before 2007 begins, and a workbook that is locked with a password. */
export function isOldForm(bytes: Uint8Array): boolean {
  return startsWith(bytes, OLD_FORM);
}

function startsWith(bytes: Uint8Array, signs: number[]): boolean {
  return signs.every((sign, index) => bytes[index] === sign);
}
