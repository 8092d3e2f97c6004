import { describe, expect, test } from 'vitest';
import { parseHeaders } from '#lib/browser/header-lines';

describe('headers as they are pasted', () => {
  test.each([
    ['lines', 'Webhook-Id: 01\nx-gw-signature:abc', { 'Webhook-Id': '01', 'x-gw-signature': 'abc' }],
    ['lines of curl -v', '> POST /hooks HTTP/1.1\r\n> webhook-id: 01\r\n>', { 'webhook-id': '01' }],
    ['a value with colons', 'x-a: https://b.example:8443/?c=d', { 'x-a': 'https://b.example:8443/?c=d' }],
    ['one that came twice', 'a: 1\na: 2\na: 3', { a: ['1', '2', '3'] }],
    ['an empty value', 'a:', { a: '' }],
    ['JSON', '{"a": "1", "b": ["2", "3"]}', { a: '1', b: ['2', '3'] }],
    ['nothing', '  \n ', {}],
  ])('%s', (_name, text, headers) => {
    expect(parseHeaders(text)).toEqual({ headers });
  });

  test.each([
    ['a line without a colon', 'a: 1\nnonsense'],
    ['half of an object', '{"a": "1"'],
    ['a number', '{"a": 1}'],
    ['an object in it', '{"a": {}}'],
  ])('%s is a fault that can be read', (_name, text) => {
    expect(parseHeaders(text)).toEqual({ fault: expect.stringMatching(/\w.*\.$/) });
  });

  test('a name that JavaScript has a meaning for is a name', () => {
    const read = parseHeaders('__proto__: a\nconstructor: b');
    expect('headers' in read && Object.entries(read.headers)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });
});
