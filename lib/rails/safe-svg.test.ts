import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DrawingFault, safeSvg } from './safe-svg.ts';

const svg = (inside: string, more = '') => `<svg viewBox="0 0 24 24"${more}>${inside}</svg>`;

describe('safeSvg', () => {
  it('writes shapes, groups and gradients again, with their colours', () => {
    const drawing =
      '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
      '<g transform="translate(1 2)"><path d="M0 0L10,10z" fill="url(#a)"/><circle cx="5" cy="5" r="4.5"/></g>';
    expect(safeSvg(svg(drawing))).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${drawing}</svg>`,
    );
  });

  it('leaves out what programs that draw leave behind, and turns styles into attributes', () => {
    const exported = `<?xml version="1.0" encoding="UTF-8"?>
      <!-- Made with a program -->
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://x" viewBox="0 0 9 9" inkscape:version="1" class="a">
        <title>Logo</title><metadata><rdf:RDF><cc:Work rdf:about=""/></rdf:RDF></metadata>
        <sodipodi:namedview pagecolor="#fff"><inkscape:grid/></sodipodi:namedview>
        <rect width="9" height="9" style="fill:#0a0;font-family:x;fill-opacity:.5"/>
      </svg>`;
    expect(safeSvg(exported)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#0a0" fill-opacity=".5"/></svg>',
    );
    // What was written once is taken again as it stands.
    expect(safeSvg(safeSvg(exported))).toBe(safeSvg(exported));
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a script in other letters', svg('<SCRIPT>alert(1)</SCRIPT>')],
    ['a handler', svg('<path d="M0 0" onload="alert(1)"/>')],
    ['a handler of the drawing itself', svg('', ' onload="alert(1)"')],
    ['HTML', svg('<foreignObject><body/></foreignObject>')],
    ['a link', svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
    ['a link by its old name', svg('<path xlink:href="#a"/>')],
    ['a picture', svg('<image width="1" height="1"/>')],
    ['what draws itself many times', svg('<use width="1"/>')],
    ['a style sheet', svg('<style>@import "//x"</style>')],
    ['what changes by itself', svg('<animate attributeName="d"/>')],
    ['something to load', svg('<path d="M0 0" fill="url(https://x.example/a)"/>')],
    ['something to load in a style', svg('<path d="M0 0" style="fill:url(//x)"/>')],
    ['something to load in a style, escaped', svg('<path d="M0 0" style="fill:u\\72l(x)"/>')],
    ['a document type', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`],
    ['an entity', svg('<path d="&#106;"/>')],
    ['a CDATA section', svg('<![CDATA[<script>]]>')],
    ['an instruction', `${svg('')}<?xml-stylesheet href="x"?>`],
    ['one attribute twice', svg('<path d="M0 0" d="M1 1"/>')],
    ['elements that do not fit', '<svg viewBox="0 0 1 1"><g></svg></g>'],
    ['no end', '<svg viewBox="0 0 1 1"><g>'],
    ['two drawings', svg('') + svg('')],
    ['no drawing', 'hello'],
    ['something else', '<html><svg viewBox="0 0 1 1"/></html>'],
    ['no size', '<svg><path d="M0 0"/></svg>'],
    ['a drawing in the drawing', svg(svg(''))],
    ['more than 8 KB', svg(`<path d="${'M0 0 '.repeat(1_700)}"/>`)],
    ['more groups in each other than anything needs', svg('<g>'.repeat(30) + '</g>'.repeat(30))],
    ['a comment that never ends', '<!-- <svg viewBox="0 0 1 1"/>'],
  ])('%s is refused with a sentence', (_what, text) => {
    expect(() => safeSvg(text)).toThrow(DrawingFault);
  });

  it('lets nothing through that could run or load, whatever is put together', () => {
    const parts = fc.constantFrom(
      ...[
        '<svg viewBox="0 0 1 1">',
        '</svg>',
        '<g>',
        '</g>',
        '<path d="M0 0"/>',
        '<script>',
        '</script>',
        '<title>',
      ],
      ...[
        '</title>',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        ' onload="x"',
        'href="x"',
        '<a:b>',
        '</a:b>',
        '"',
        "'",
        '>',
        '&lt;',
      ],
      ...[
        '<g style="fill:url(x)">',
        '<g fill="url(#a)">',
        '<g fill="a\u0000">',
        '<?xml version="1.0"?>',
        '\n',
        '<!DOCTYPE svg>',
      ],
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 24 }), (list) => {
        let drawing: string;
        try {
          drawing = safeSvg(list.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(DrawingFault);
          return;
        }
        expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1 1"/);
        expect(drawing).not.toMatch(/script|onload|href|<!|<\?|:b|\]\]|url\((?!#)/i);
      }),
      { numRuns: 3_000 },
    );
  });

  it('reads what is long and wrong as fast as what is right', () => {
    const started = process.cpuUsage();
    for (const each of [
      '<!--'.repeat(2_000),
      `<svg ${'a="" '.repeat(1_600)}`,
      `<svg${' '.repeat(8_000)}`,
      '<'.repeat(8_000),
    ]) {
      expect(() => safeSvg(each)).toThrow(DrawingFault);
    }
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});
