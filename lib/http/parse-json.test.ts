import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/errors';
import { cardFieldNamed } from './card-data.ts';
import { parseJsonObject } from './parse-json.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));
const parseText = (text: string) => parseJsonObject(bytesOf(text));

function failureOf(bytes: Uint8Array): AppError | undefined {
  try {
    parseJsonObject(bytes);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return error as AppError;
  }
}
const codeOf = (text: string) => failureOf(bytesOf(text))?.code;

describe('parseJsonObject', () => {
  test.each([
    '{}',
    ' \n\t{ "amount" : "150.00" }\r\n',
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    '{"a":"x:y","b":"\\"c\\":1","c":"\\\\","d":"{\\"a\\":1,\\"a\\":2}"}',
    '{"":1," ":2,"é":3,"e\u0301":4}',
    '{"a:b":1,"a\\":b":2}',
    '{"emoji":"💳","constructor":{"prototype":{}},"toString":1,"hasOwnProperty":null}',
    '{"client_id":"x","status":"SUCCEEDED","fee":"0","environment":"LIVE"}',
  ])('gives what %s says', (text) => {
    expect(parseText(text)).toEqual(JSON.parse(text));
  });

  test.each([
    '',
    ' ',
    '{',
    '{"a":1',
    '{"a":1}}',
    '{"a":1}{"b":2}',
    "{'a':1}",
    '{a:1}',
    '{"a":1,}',
    '{"a":01}',
    '{"a":NaN}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"a":1}/**/',
    '\u00a0{}',
    'amount=150.00',
    '<xml/>',
  ])('refuses %j: not JSON', (text) => {
    expect(codeOf(text)).toBe('MALFORMED_JSON');
  });

  test.each(['null', '[]', '[{"a":1}]', '"{}"', '1', 'true'])('refuses %s: not an object', (text) => {
    expect(failureOf(bytesOf(text))).toMatchObject({
      code: 'MALFORMED_JSON',
      message: 'The request body must be a JSON object.',
    });
  });

  test('refuses a body cut at any byte', () => {
    const whole = bytesOf('{"amount":"150.00","name":"Jàmm 💳","metadata":{"a":[1,{"b":null}]}}');
    for (let length = 0; length < whole.length; length++) {
      expect(failureOf(whole.slice(0, length))?.code).toBe('MALFORMED_JSON');
    }
    expect(failureOf(whole)).toBeUndefined();
  });

  test('refuses what is not UTF-8, and a byte order mark, and still reads the next body', () => {
    const ascii = '{"amount":"150.00"}';
    const swapped = Buffer.from(ascii, 'utf16le').swap16();
    for (const bytes of [
      Buffer.from(ascii, 'utf16le'),
      Buffer.from(`\ufeff${ascii}`, 'utf16le'),
      swapped,
      Buffer.from(`\ufeff${ascii}`),
      Buffer.from('{"a":"\xe9"}', 'latin1'),
      Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
      Buffer.from([0x7b, 0x22, 0xc0, 0xa2, 0x3a, 0x31, 0x7d]),
      Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
    ]) {
      expect(failureOf(new Uint8Array(bytes))?.code).toBe('MALFORMED_JSON');
      expect(parseText(ascii)).toEqual({ amount: '150.00' });
    }
  });

  test.each([
    '{"amount":"1.00","amount":"9.00"}',
    '{"amount":"1.00","\\u0061mount":"9.00"}',
    '{"a":{"b":1,"b":1}}',
    '{"a":[[{"b":1},{"b":1,"c":2,"b":3}]]}',
    '{"__proto__":1,"__proto__":2}',
    '{"a":{"b":1},"a":{"b":1}}',
    '{"":1,"":1}',
    '{"pan":1,"pan":2}',
    '{"customer_name":"4111111111111111","customer_name":"Fatou"}',
  ])('refuses a repeated key: %s', (text) => {
    expect(failureOf(bytesOf(text))).toMatchObject({
      code: 'MALFORMED_JSON',
      message: 'A key stands twice in one object of the request body. Send it once.',
    });
  });

  test('finds repeated keys exactly where a naive reader finds them', () => {
    const key = fc.constantFrom('a', 'b', ':', '"', '\\', '__proto__', '\u0000', 'é');
    const { written } = fc.letrec<{ written: string; object: string }>((tie) => ({
      written: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(key, fc.integer(), fc.constant(null)).map((scalar) => JSON.stringify(scalar)),
        fc.array(tie('written'), { maxLength: 3 }).map((items) => `[ ${items.join(' ,')}]`),
        tie('object'),
      ),
      object: fc
        .array(fc.tuple(key, fc.boolean(), tie('written')), { maxLength: 3 })
        .map(
          (members) =>
            `{${members.map(([name, isEscaped, item]) => `${spell(name, isEscaped)} : ${item}`).join(',')}}`,
        ),
    }));
    let repeated = 0;
    fc.assert(
      fc.property(written, (item) => {
        const text = `{"top":${item}}`;
        const expected = hasRepeatedKey(text);
        if (expected) repeated++;
        expect(codeOf(text)).toBe(expected ? 'MALFORMED_JSON' : undefined);
      }),
      { numRuns: 2_000 },
    );
    expect(repeated).toBeGreaterThan(50);
  });

  test('an escaped key is read as itself, although Node may take it for a key of an earlier body', () => {
    // https://github.com/nodejs/node/issues/63785: the first body of each pair misleads `JSON.parse` in the second.
    parseText('{"amount":1,"\\\\u0061":2}');
    expect(codeOf('{"amount":"1.00","\\u0061mount":"9.00"}')).toBe('MALFORMED_JSON');
    parseText('{"a":1,"\\\\":2}');
    expect(parseText('{"a":1,"\\u0062":2}')).toEqual({ a: 1, b: 2 });
    parseText('{"a":1,"\\\\u0":2}');
    expect(codeOf('{"a":1,"\\u0063vv":"123"}')).toBe('CARD_DATA_NOT_ACCEPTED');
    expect(
      parseText('{"pr\\u00e9nom":"Fatou","list":[1,{"b":[]},null,"x:\\"y\\""],"c":{},"n":-1.5e3}'),
    ).toEqual({
      prénom: 'Fatou',
      list: [1, { b: [] }, null, 'x:"y"'],
      c: {},
      n: -1500,
    });
  });

  test('any value comes out as it went in, with its keys escaped or not', () => {
    // Refused by its name, whatever is in it.
    const holdsCardField = (value: unknown): boolean =>
      typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([key, item]) => cardFieldNamed(key) !== undefined || holdsCardField(item));
    const write = (value: unknown, isEscaped: boolean): string => {
      if (typeof value !== 'object' || value === null) return JSON.stringify(value);
      if (Array.isArray(value)) return `[${value.map((item) => write(item, isEscaped))}]`;
      return `{${Object.entries(value).map(([key, item]) => `${spell(key, isEscaped)}:${write(item, isEscaped)}`)}}`;
    };
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (value, isEscaped) => {
        const plain = JSON.stringify(value);
        fc.pre(!plain.includes('__proto__') && !holdsCardField(value));
        expect(JSON.stringify(parseText(write(value, isEscaped)))).toBe(plain);
      }),
      { numRuns: 500 },
    );
  });

  test('`__proto__` and `constructor` change no prototype, at any depth', () => {
    const body = parseText(
      '{"__proto__":{"admin":true},"a":[{"__proto__":{"admin":true},"b":1}],"constructor":1}',
    );
    expect(body.admin).toBeUndefined();
    expect(Object.assign({}, body)).not.toHaveProperty('admin');
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect(JSON.stringify(body)).toBe('{"a":[{"b":1}],"constructor":1}');
    const escaped = parseText('{"\\u005f_proto__":{"admin":true},"a":1}');
    expect(escaped.admin).toBeUndefined();
    expect(Object.getPrototypeOf(escaped)).toBe(Object.prototype);
    expect(Object.keys(escaped)).toEqual(['a']);
  });

  test('a depth of 10,000 is read, and a repeated key or a card field at the bottom is found', () => {
    const deep = (open: string, close: string, bottom: string) =>
      `{"a":${open.repeat(10_000)}${bottom}${close.repeat(10_000)}}`;
    expect(codeOf(deep('[', ']', '1'))).toBeUndefined();
    expect(codeOf(deep('{"a":', '}', '1'))).toBeUndefined();
    expect(codeOf(deep('{"a":', '}', '{"b":1,"b":2}'))).toBe('MALFORMED_JSON');
    expect(codeOf(deep('[', ']', '{"cvv":1}'))).toBe('CARD_DATA_NOT_ACCEPTED');
    expect(codeOf(deep('{"a":', '}', '{"\\u0062":1}'))).toBeUndefined();
    expect(codeOf(deep('{"a":', '}', '{"\\u0062":1,"b":2}'))).toBe('MALFORMED_JSON');
    expect(codeOf('['.repeat(10_000))).toBe('MALFORMED_JSON');
  });

  test('no error repeats what the body said', () => {
    const secret = '4111111111111111';
    for (const text of [
      `{"a":${secret}x}`,
      `${secret}x`,
      `{"${secret}" 1}`,
      `{"a":"${secret}`,
      `{"${secret}":1,"${secret}":2}`,
      `{"metadata":{"${secret}":"${secret}"}}`,
      `{"customer_name":"${secret}"}`,
      `{"a":"${secret} at position ${secret}" x}`,
    ]) {
      const failure = failureOf(bytesOf(text));
      expect(failure).toBeInstanceOf(AppError);
      expect(`${failure?.message}${failure?.stack}${JSON.stringify(failure?.details)}`).not.toContain(secret);
      expect(failure?.cause).toBeUndefined();
    }
  });

  test('says where the JSON breaks when that is known', () => {
    expect(failureOf(bytesOf('{"a":1 "b":2}'))?.message).toBe(
      'The request body is not valid JSON at character 7, counted from 0. Correct it there, or have a JSON library make it.',
    );
  });
});

function spell(name: string, isEscaped: boolean): string {
  const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return isEscaped ? `"${[...name].map(escaped).join('')}"` : JSON.stringify(name);
}

/** A reader of valid JSON by recursive descent that keeps every object's keys. */
function hasRepeatedKey(text: string): boolean {
  let at = 0;
  let repeated = false;
  const skip = () => {
    while (' \n\r\t'.includes(text[at] ?? 'end')) at++;
  };
  const readString = (): string => {
    const start = at++;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at++;
    return JSON.parse(text.slice(start, at));
  };
  const readValue = (): void => {
    skip();
    if (text[at] === '"') readString();
    else if (text[at] === '[' || text[at] === '{') readContainer(text[at] === '{');
    else while (!',]}'.includes(text[at] ?? ',')) at++;
    skip();
  };
  const readContainer = (isObject: boolean): void => {
    const keys = new Set<string>();
    at++;
    skip();
    while (text[at] !== ']' && text[at] !== '}') {
      if (isObject) {
        skip();
        const key = readString();
        if (keys.has(key)) repeated = true;
        keys.add(key);
        skip();
        at++;
      }
      readValue();
      if (text[at] === ',') at++;
    }
    at++;
  };
  readValue();
  return repeated;
}
