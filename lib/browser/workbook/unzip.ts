import { t } from '#lib/browser/language/words';
import { WorkbookFault } from '#lib/browser/workbook/workbook-fault';

// The parts of a zip that a workbook is made of (APPNOTE.TXT 6.3.10, https://pkware.com/appnote): stored or deflated, in
// one piece. What is packed is unpacked up to a limit that is counted as it comes, whatever the file says of itself.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;
const MAX_PARTS = 500;
/** Of all that is read of one file. 5,000 rows of a payroll are below one. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

interface Part {
  method: number;
  packedBytes: number;
  at: number;
}

export interface Archive {
  /** The text of a part; undefined where there is none of that name. Throws `WorkbookFault`. */
  read(name: string): Promise<string | undefined>;
}

const broken = () =>
  new WorkbookFault(t('The file is damaged, or no Excel workbook. Save it again as .xlsx.'));

export function openArchive(bytes: Uint8Array<ArrayBuffer>): Archive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = partsOf(bytes, view);
  const budget = { left: MAX_UNPACKED_BYTES };
  return {
    async read(name) {
      const part = parts.get(name.toLowerCase());
      if (part === undefined) return undefined;
      const text = new TextDecoder('utf-8', { fatal: true });
      try {
        return text.decode(await unpack(packedOf(bytes, view, part), part.method, budget));
      } catch (error) {
        throw error instanceof WorkbookFault ? error : broken();
      }
    },
  };
}

function partsOf(bytes: Uint8Array, view: DataView): Map<string, Part> {
  const end = findEnd(view);
  if (end === undefined) throw broken();
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > MAX_PARTS)
    throw new WorkbookFault('The workbook has too many parts. Copy its rows into a new one.');
  const parts = new Map<string, Part>();
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw broken();
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)).toLowerCase();
    if ((view.getUint16(at + 8, true) & 1) === 1) {
      throw new WorkbookFault('The workbook is locked with a password. Save it without one.');
    }
    // Two parts of one name would be one thing for us and another one for Excel.
    if (parts.has(name)) throw broken();
    parts.set(name, {
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  return undefined;
}

function packedOf(bytes: Uint8Array<ArrayBuffer>, view: DataView, { at, packedBytes }: Part) {
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== LOCAL) throw broken();
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + packedBytes > view.byteLength) throw broken();
  return bytes.subarray(from, from + packedBytes);
}

async function unpack(packed: Uint8Array<ArrayBuffer>, method: number, budget: { left: number }) {
  if (method !== 0 && method !== 8) throw broken();
  const stream = new Blob([packed]).stream();
  const reader = (
    method === 0 ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'))
  ).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks).arrayBuffer();
    budget.left -= value.byteLength;
    if (budget.left < 0) {
      await reader.cancel().catch(() => undefined);
      throw new WorkbookFault('The workbook is too large. Copy the rows to be paid into a new one.');
    }
    chunks.push(value);
  }
}
