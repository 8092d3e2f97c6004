import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_PAPER_BYTES, paperRequest, readPaper } from './read-paper.ts';

const pdf = (inside = '') => Buffer.from(`%PDF-1.4\n1 0 obj\n<<${inside}>>\nendobj\n%%EOF\n`, 'latin1');

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
}

function png(width = 1, height = 1): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

function jpeg(width = 1, height = 1): Buffer {
  const frame = Buffer.from([
    0xff,
    0xc0,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    0x11,
    0,
  ]);
  const jfif = Buffer.from('\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00', 'latin1');
  return Buffer.concat([Buffer.from([0xff, 0xd8]), jfif, frame, Buffer.from([0xff, 0xd9])]);
}

const zip = Buffer.concat([
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.alloc(40),
  Buffer.from('PK\x05\x06'),
  Buffer.alloc(18),
]);
const html = Buffer.from('<!doctype html><html><script>alert(1)</script></html>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

const read = (bytes: Buffer, name = 'paper.pdf') => readPaper({ name, content: bytes.toString('base64') });
const faultOf = (bytes: Buffer) => {
  try {
    read(bytes);
  } catch (error) {
    return (error as { details: { fields: { message: string }[] } }).details.fields[0]?.message;
  }
  return undefined;
};

describe('a paper', () => {
  it.each([
    ['application/pdf', pdf()],
    ['image/png', png()],
    ['image/jpeg', jpeg()],
  ])('is known as %s by its content', (type, bytes) => {
    expect(read(bytes, 'whatever.exe')).toMatchObject({ type, bytes });
  });

  it('of a phone may have a second picture behind the first', () => {
    expect(read(Buffer.concat([jpeg(), jpeg()])).type).toBe('image/jpeg');
  });

  it.each([
    ['HTML that is named .pdf', html],
    ['a drawing with a script', svg],
    ['a ZIP archive', zip],
    ['a program of Windows', Buffer.from('MZ\x90\x00')],
    ['a PDF behind something else', Buffer.concat([Buffer.from('x'), pdf()])],
    ['a text', Buffer.from('PDF')],
  ])('is not %s', (_what, bytes) => {
    expect(faultOf(bytes)).toMatch(/no PDF, JPEG or PNG/);
  });

  it.each([
    ['a PDF and a page', Buffer.concat([Buffer.from('%PDF-1.4\n<html><body>'), pdf()])],
    ['a PDF and an archive', Buffer.concat([pdf(), zip])],
    ['a photo and an archive', Buffer.concat([jpeg(), zip])],
    ['a PNG and a drawing', Buffer.concat([png().subarray(0, 33), chunk('tEXt', svg), png().subarray(33)])],
  ])('is not two things at once: %s', (_what, bytes) => {
    expect(faultOf(bytes)).toMatch(/two things at once/);
  });

  it.each(
    [
      ...['/JavaScript', '/Launch', '/EmbeddedFile', '/EmbeddedFiles', '/GoToR', '/GoToE', '/ImportData'],
      ...['/SubmitForm', '/RichMedia', '/Rendition', '/XFA'],
      // A letter may be written as its number: ISO 32000-1, 7.3.5.
      ...['/Java#53cript', '/#4a#61vaScript', '/L#61unch', '/#4c#61#75#6E#63#68'],
    ].map((name) => [name]),
  )('has no %s in it', (name) => {
    expect(faultOf(pdf(`${name} 2 0 R`))).toMatch(/program or another file/);
  });

  it.each([['/LaunchPad'], ['/OpenAction [3 0 R /Fit]'], ['/A << /S /URI /URI (https://example.com) >>']])(
    'may have %s in it',
    (part) => {
      expect(read(pdf(`${part} `)).type).toBe('application/pdf');
    },
  );

  it.each([
    ['a PNG that unpacks to 40 GB', png(100_000, 100_000), /100 million/],
    ['a JPEG of 4 billion dots', jpeg(65_535, 65_535), /100 million/],
    ['a PNG without a width', png(0, 5), /broken/],
    ['a PNG that goes on after its end', Buffer.concat([png(), Buffer.from('x')]), /broken/],
    ['a PNG that is cut off', png().subarray(0, 40), /broken/],
    ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), /broken/],
    ['a PDF that is cut off', pdf().subarray(0, 20), /breaks off/],
    ['nothing', Buffer.alloc(0), /empty/],
  ])('is refused as %s', (_what, bytes, said) => {
    expect(faultOf(bytes)).toMatch(said);
  });

  it('has at most 5 MB, to the byte', () => {
    const most = (size: number) =>
      Buffer.concat([pdf().subarray(0, 9), Buffer.alloc(size - 15, 32), Buffer.from('%%EOF\n')]);
    expect(read(most(MAX_PAPER_BYTES)).bytes).toHaveLength(MAX_PAPER_BYTES);
    expect(faultOf(most(MAX_PAPER_BYTES + 1))).toMatch(/at most 5 MB/);
    const content = most(MAX_PAPER_BYTES + 100).toString('base64');
    expect(paperRequest.safeParse({ name: 'a', content }).success).toBe(false);
  });

  it('comes in base64, and in nothing that is nearly so', () => {
    for (const content of ['%PDF-', 'JVBERi0=x', ' JVBERi0=', 'JVBERi0']) {
      expect(() => readPaper({ name: 'a.pdf', content })).toThrow('base64');
    }
  });
});

describe('its name', () => {
  it.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\Awa\\Certificate.PDF', 'Certificate.pdf'],
    ['tax\r\nSet-Cookie: a=b\u0000.pdf', 'taxSet-Cookie: a=b.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.pdf'],
    ['page.html', 'page.pdf'],
    ['..', 'paper.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['', 'paper.pdf'],
    ['Société à Bakau.pdf', 'Société à Bakau.pdf'],
    [`${'n'.repeat(500)}.pdf`, `${'n'.repeat(100)}.pdf`],
  ])('%j is kept as %s', (given, kept) => {
    expect(read(pdf(), given).name).toBe(kept);
  });
});
