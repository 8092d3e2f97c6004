import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, type ServerSentEvent } from '#scripts/event-source';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string): ServerSentEvent[] => createEventParser().read(bytesOf(text));

describe('a message', () => {
  it('has a name, data and the last id', () => {
    expect(read('id: 7\nevent: open\ndata: {"a":1}\n\n')).toEqual([
      { event: 'open', data: '{"a":1}', lastEventId: '7' },
    ]);
  });

  it('is called message where it has no name, and keeps the id of the one before it', () => {
    expect(read('id: 7\nevent: x\ndata: a\n\ndata: b\n\n')[1]).toEqual({
      event: 'message',
      data: 'b',
      lastEventId: '7',
    });
  });

  it('joins its data lines, and loses one space after a colon and no more', () => {
    expect(read('data: a\ndata:  b\ndata\ndata:c\n\n')[0]?.data).toBe('a\n b\n\nc');
  });

  it('is nothing without an empty line after it', () => {
    expect(read('data: a\n')).toEqual([]);
    expect(read('data: a')).toEqual([]);
  });

  it('may have empty data, but not none', () => {
    expect(read('data\n\nevent: x\n\n')).toEqual([{ event: 'message', data: '', lastEventId: '' }]);
  });
});

describe('a stream', () => {
  it('may end its lines in three ways, and begin with a byte order mark', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      expect(
        read(`\ufeffdata: a${end}data: b${end}${end}data: c${end}${end} `).map(({ data }) => data),
      ).toEqual(['a\nb', 'c']);
    }
  });

  it('has comments and unknown fields, which say nothing', () => {
    expect(read(': heartbeat\n\nother: 1\ndata: a\n:\n\n')).toEqual([
      { event: 'message', data: 'a', lastEventId: '' },
    ]);
  });

  it('may move the last id without a message, but not by an id with a NUL or a block that has not ended', () => {
    const parser = createEventParser();
    expect(parser.read(bytesOf('id: 1\n\nid: 2\0\n\nid: 3\n'))).toEqual([]);
    expect(parser.lastEventId).toBe('1');
  });

  it('says how long to wait, in digits only', () => {
    const parser = createEventParser();
    parser.read(bytesOf('retry: 2000\nretry: 5 s\n'));
    expect(parser.retryMs).toBe(2000);
  });

  it('is read the same however it is cut, also inside a character or a line’s end', () => {
    const text =
      '\ufeffid: ß\r\nevent: é\r\ndata: €😀\r\n\r\n: x\r\rdata: a\rdata: b\n\ndata: 日本\n\nid: 9\n\ndata';
    const bytes = bytesOf(text);
    const whole = read(text);
    expect(whole.map(({ data }) => data)).toEqual(['€😀', 'a\nb', '日本']);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const parser = createEventParser();
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const parts = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        expect(parts.flatMap((part) => parser.read(part))).toEqual(whole);
        expect(parser.lastEventId).toBe('9');
      }),
    );
  });
});
