import { inflateSync } from 'node:zlib';

/** The texts that a PDF of standard fonts shows, in the order of its pages; each is one cell. */
export function pdfTexts(pdf: Buffer): string[] {
  const texts: string[] = [];
  const source = pdf.toString('latin1');
  for (const [, body = ''] of source.matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
    const page = inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    for (const [, pieces = ''] of page.matchAll(/\[([^\]]*)\] TJ/g)) {
      const hex = [...pieces.matchAll(/<([0-9a-f]*)>/g)].map(([, digits]) => digits).join('');
      texts.push(new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')));
    }
  }
  return texts;
}
