import { createHash } from 'node:crypto';
import { z } from 'zod';
import { validationError } from '#lib/http/respond';

/** Half of what a proxy before us lets through (docs/operations/install.md), as base64 in JSON. */
export const MAX_PAPER_BYTES = 5 * 1024 * 1024;
/** Of the request: base64 takes four characters for three bytes, and the name some more. */
export const MAX_PAPER_BODY_BYTES = Math.ceil(MAX_PAPER_BYTES / 3) * 4 + 4096;
export const MAX_PAPERS = 10;
const MAX_NAME = 100;
/** A page of A4 at 600 dots to the inch has 35 million; above it a small file could fill a machine's memory. */
const MAX_PIXELS = 100_000_000;
/** As far as programs look that guess what a file is. https://mimesniff.spec.whatwg.org/#reading-the-resource-header */
const SNIFFED_BYTES = 1445;
/** A ZIP archive is read from its end: its last record has 22 bytes and a comment of up to 65,535. */
const ZIP_END_BYTES = 22 + 65_535;

export const paperRequest = z.object({
  name: z
    .string('The name must be a string.')
    .max(1000, 'The name of the file is too long. Give it another one.'),
  content: z
    .string('The content must be the file in base64.')
    .max(Math.ceil(MAX_PAPER_BYTES / 3) * 4, 'A file may have at most 5 MB. Send a smaller one.'),
});

export type PaperType = 'application/pdf' | 'image/jpeg' | 'image/png';

export interface Paper {
  name: string;
  type: PaperType;
  bytes: Buffer;
  sha256: Buffer;
}

/**
 * The file that was sent, if it is a PDF, a JPEG or a PNG of at most 5 MB. Its name says nothing of what it is: the bytes
 * do, and the name gets the ending that goes with them. Three signatures are read here, because a library would know a
 * hundred more that are not wanted. Throws `VALIDATION_ERROR`.
 *
 * Not covered: what is wrong inside a PDF's packed streams, and viruses. That is why a paper is never opened by the
 * server, and given out as a download only.
 */
export function readPaper({ name, content }: z.output<typeof paperRequest>): Paper {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) throw refused('The content must be the file in base64.');
  if (bytes.length === 0) throw refused('This file is empty. Choose another one.');
  if (bytes.length > MAX_PAPER_BYTES) throw refused('A file may have at most 5 MB. Send a smaller one.');
  const type = typeOf(bytes);
  if (type === undefined)
    throw refused('This is no PDF, JPEG or PNG, whatever its name says. Send a scan or a photo.');
  if (isSomethingElseToo(bytes))
    throw refused('This file is two things at once. Scan or photograph the paper.');
  checks[type](bytes);
  return { name: nameOf(name, type), type, bytes, sha256: createHash('sha256').update(bytes).digest() };
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function typeOf(bytes: Buffer): PaperType | undefined {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  return undefined;
}

/** A page of HTML or a drawing at its beginning, or a ZIP archive at its end, which other programs would see first. */
function isSomethingElseToo(bytes: Buffer): boolean {
  const beginning = bytes.subarray(0, SNIFFED_BYTES).toString('latin1').toLowerCase();
  if (/<(?:!doctype html|html|head|body|script|iframe|svg)[\s>/]/.test(beginning)) return true;
  return bytes.subarray(-ZIP_END_BYTES).includes(Buffer.from('PK\x05\x06', 'latin1'));
}

const PDF_ACTIONS =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|GoTo[RE]|ImportData|SubmitForm|RichMedia|Rendition|XFA)(?![A-Za-z0-9])/;

/** A name may have any of its letters as `#` and two digits. ISO 32000-1, 7.3.5 */
function plainNames(bytes: Buffer): string {
  const decode = (_all: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
  return bytes.toString('latin1').replaceAll(/#([0-9A-Fa-f]{2})/g, decode);
}

const checks: Record<PaperType, (bytes: Buffer) => void> = {
  'application/pdf': (bytes) => {
    if (!bytes.subarray(-1024).includes('%%EOF'))
      throw refused('This PDF breaks off before its end. Send it again.');
    // What runs, starts or carries something; no scan has it, and a reader should not have to trust it.
    if (PDF_ACTIONS.test(plainNames(bytes)))
      throw refused('This PDF has a program or another file in it. Print it to a PDF anew, or send a photo.');
  },
  'image/png': (bytes) => {
    if (bytes.length < 33 || bytes.subarray(12, 16).toString('latin1') !== 'IHDR') throw broken();
    requirePixels(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
    if (endOfPng(bytes) !== bytes.length) throw broken();
  },
  'image/jpeg': (bytes) => {
    const size = sizeOfJpeg(bytes);
    if (size === undefined) throw broken();
    requirePixels(size.width, size.height);
  },
};

/** Where the last chunk ends; undefined for one that never does. */
function endOfPng(bytes: Buffer): number | undefined {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (bytes.subarray(at + 4, at + 8).toString('latin1') === 'IEND') return next;
    at = next;
  }
  return undefined;
}

/**
 * From the first frame header; undefined where there is none. What follows the picture is left alone: phones put a second
 * one there. https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.1.1.4 and B.2.2
 */
function sizeOfJpeg(bytes: Buffer): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    // Any number of them may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function requirePixels(width: number, height: number): void {
  if (width === 0 || height === 0) throw broken();
  if (width * height > MAX_PIXELS)
    throw refused(
      'This picture has more than 100 million dots. Scan it with fewer, such as 300 to the inch.',
    );
}

/** Its last part, in one line and safe to show, with the ending of what it is. */
function nameOf(given: string, type: PaperType): string {
  const ending = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }[type];
  const last = given.normalize('NFC').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '');
  const short = [...plain].slice(0, MAX_NAME).join('').trim();
  return `${/[\p{L}\p{N}]/u.test(short) ? short : 'paper'}.${ending}`;
}

const broken = () => refused('This picture is broken or cut off. Send it again.');

function refused(message: string) {
  return validationError([{ path: 'content', message, code: 'invalid_file' }]);
}
