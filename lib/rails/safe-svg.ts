/**
 * A drawing that somebody uploads is shown on every page, so it is read, not searched for what is bad: only what stands
 * on these lists is written again, and what could run, load, link or grow is refused with a sentence.
 */
const MAX_BYTES = 8 * 1024;
const MAX_DEPTH = 24;
const MAX_ELEMENTS = 400;

const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath'.split(
    ' ',
  ),
);
/** They draw nothing, and programs that draw leave them behind: they go without a word, with all that is in them. */
const silent = new Set(['title', 'desc', 'metadata']);
const attributes = new Set(
  (
    'id viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform fill fill-opacity fill-rule ' +
    'clip-path clip-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit ' +
    'stroke-dasharray stroke-dashoffset opacity color offset stop-color stop-opacity gradientUnits ' +
    'gradientTransform spreadMethod clipPathUnits preserveAspectRatio'
  ).split(' '),
);
/** Figures, colours, words, and a reference to a part of the same drawing. */
const PLAIN_VALUE = /^[\w\s.,;:#%()+-]*$/;
const OWN_REFERENCE = /url\(\s*#[\w.-]+\s*\)/g;

export class DrawingFault extends Error {}

interface Tag {
  name: string;
  attributes: [name: string, value: string][];
  closes: boolean;
  closed: boolean;
}

/** The same drawing with nothing in it but shapes and colours. Throws `DrawingFault` with a sentence for people. */
export function safeSvg(text: string): string {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new DrawingFault('The logo must have at most 8 KB.');
  const out: string[] = [];
  const open: string[] = [];
  let count = 0;
  /** How many of `open` stand in something that is left out. */
  let skipping = 0;
  let isWhole = false;
  for (const tag of tagsOf(text)) {
    if (isWhole) throw new DrawingFault('Something follows the drawing: one <svg> must be all there is.');
    if (tag.closes) {
      if (open.pop() !== tag.name)
        throw new DrawingFault('The logo is no whole SVG: its elements do not fit.');
      if (skipping > 0) skipping -= 1;
      else out.push(`</${tag.name}>`);
      isWhole = open.length === 0;
      continue;
    }
    const isSilent = silent.has(tag.name) || tag.name.includes(':');
    if (!isSilent && !elements.has(tag.name)) {
      throw new DrawingFault(
        `The logo has <${tag.name.slice(0, 40)}>, which is not taken. Only shapes, groups and gradients are.`,
      );
    }
    if ((open.length === 0) !== (tag.name === 'svg')) throw new DrawingFault('The logo must be one <svg>.');
    if (++count > MAX_ELEMENTS || open.length >= MAX_DEPTH) {
      throw new DrawingFault('The logo is too intricate: simplify it.');
    }
    if (!tag.closed) open.push(tag.name);
    if (skipping > 0 || isSilent) {
      if (!tag.closed) skipping += 1;
      continue;
    }
    out.push(written(tag));
    isWhole = open.length === 0;
  }
  if (!isWhole) throw new DrawingFault('The logo is no whole SVG: its end is missing.');
  const drawing = out.join('');
  if (Buffer.byteLength(drawing) > MAX_BYTES) throw new DrawingFault('The logo must have at most 8 KB.');
  return drawing;
}

function written({ name, attributes: given, closed }: Tag): string {
  const kept = given.flatMap(([key, value]) => {
    if (/^on/i.test(key) || /(^|:)href$/i.test(key)) {
      throw new DrawingFault(`The logo has the attribute ${key.slice(0, 40)}, which is not taken.`);
    }
    if (key === 'style') return declarationsOf(value);
    return attributes.has(key) ? [[key, value] as const] : [];
  });
  for (const [key, value] of kept) {
    if (!PLAIN_VALUE.test(value.replaceAll(OWN_REFERENCE, ''))) throw unreadable(key);
    if (/url|script|expression|import/i.test(value.replaceAll(OWN_REFERENCE, ''))) throw unreadable(key);
  }
  if (name === 'svg') {
    const has = (key: string) => kept.some(([each]) => each === key);
    if (!has('viewBox') && !(has('width') && has('height'))) {
      throw new DrawingFault('The logo has no size: its <svg> needs a viewBox.');
    }
    kept.unshift(['xmlns', 'http://www.w3.org/2000/svg']);
  }
  return `<${name}${kept.map(([key, value]) => ` ${key}="${value}"`).join('')}${closed ? '/' : ''}>`;
}

/** `style="fill:#fff"` as attributes, which say the same. */
function declarationsOf(style: string): (readonly [string, string])[] {
  return style.split(';').flatMap((declaration) => {
    const at = declaration.indexOf(':');
    const key = declaration.slice(0, at).trim();
    return at > 0 && attributes.has(key) ? [[key, declaration.slice(at + 1).trim()] as const] : [];
  });
}

function unreadable(key: string): DrawingFault {
  return new DrawingFault(`The attribute ${key} of the logo has a value that is not taken.`);
}

const TAG =
  /^<(\/?)([A-Za-z][\w.-]*(?::[\w.-]+)?)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>/;
const ATTRIBUTE = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The tags in their order. Text between them is left out: none of the elements shows any. There are no entities, no
 * document type and no CDATA, which are how XML says one thing and means another.
 */
function* tagsOf(text: string): Generator<Tag> {
  const plain = text
    .replace(/^\ufeff/, '')
    .replace(/^\s*<\?xml [^?<>]*\?>/, '')
    .replaceAll(/<!--(?:(?!--)[\s\S])*-->/g, '');
  for (let at = 0; ; ) {
    const start = plain.indexOf('<', at);
    if (start < 0) return;
    const tag = TAG.exec(plain.slice(start));
    if (tag === null) {
      throw new DrawingFault(
        'The logo is no plain SVG: export it without a document type, entities or CDATA.',
      );
    }
    const [whole, closes, name = '', given = '', closed] = tag;
    const found = [...given.matchAll(ATTRIBUTE)].map(
      ([, key = '', double, single]) => [key, double ?? single ?? ''] as [string, string],
    );
    if (new Set(found.map(([key]) => key)).size < found.length) {
      throw new DrawingFault('An element of the logo has one attribute twice.');
    }
    yield { name, attributes: found, closes: closes === '/', closed: closed === '/' };
    at = start + whole.length;
  }
}
