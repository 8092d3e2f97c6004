import { WorkbookFault } from '#lib/browser/workbook/workbook-fault';

/** A tag, with the text that stands before it. Names are without their prefixes. */
export interface Tag {
  text: string;
  name: string;
  kind: 'open' | 'close' | 'empty';
  /** `undefined` for what does not stand there. */
  get(attribute: string): string | undefined;
}

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * The tags of an XML text in their order, each read once. There is no document type: that is where a small file says how
 * it becomes a large one, and no workbook has one.
 */
export function* tagsOf(xml: string): Generator<Tag> {
  let text = '';
  for (let at = 0; ; ) {
    const start = xml.indexOf('<', at);
    if (start < 0) return;
    text += decoded(xml.slice(at, start));
    const skipped = skip(xml, start);
    if (skipped !== undefined) {
      text += skipped.text;
      at = skipped.end;
      continue;
    }
    TAG.lastIndex = start;
    const [whole, closes, name = '', given = '', isEmpty] = TAG.exec(xml) ?? [];
    if (whole === undefined) throw new WorkbookFault('The workbook is damaged. Save it again as .xlsx.');
    at = start + whole.length;
    yield {
      text,
      name,
      kind: closes ? 'close' : isEmpty ? 'empty' : 'open',
      get: (key) => attributeOf(given, key),
    };
    text = '';
  }
}

/** Comments, instructions, and text that stands as it is. */
function skip(xml: string, at: number): { text: string; end: number } | undefined {
  for (const [opens, closes] of [
    ['<!--', '-->'],
    ['<?', '?>'],
    ['<![CDATA[', ']]>'],
  ] as const) {
    if (!xml.startsWith(opens, at)) continue;
    const end = xml.indexOf(closes, at + opens.length);
    if (end < 0) throw new WorkbookFault('The workbook is damaged. Save it again as .xlsx.');
    return { text: opens === '<![CDATA[' ? xml.slice(at + opens.length, end) : '', end: end + closes.length };
  }
  return undefined;
}

function attributeOf(given: string, wanted: string): string | undefined {
  for (const [, name, double, single] of given.matchAll(ATTRIBUTE)) {
    if (name === wanted) return decoded(double ?? single ?? '');
  }
  return undefined;
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = Number.parseInt(hex ?? decimal, hex ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
