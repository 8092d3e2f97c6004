import { globSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { expect, inject, test } from 'vitest';

/** What browsers load of the pages. */

const [script = '', style = ''] = ['js', 'css'].map((kind) => globSync(`.next/static/**/*.${kind}`)[0]);

async function get(file: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const address = `${inject('baseUrl')}/${file.replace('.next', '_next')}`;
  const answer = await request(address, { headers, method });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('%s is sent as it was made with the build, and is the file', async (encoding, unpack) => {
  for (const file of [script, style]) {
    const answer = await get(file, { 'accept-encoding': encoding === 'br' ? 'gzip, deflate, br' : encoding });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(answer.bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(answer.headers['content-type']).toMatch(/^text\/(javascript|css)/);
    expect(unpack(answer.bytes).equals(readFileSync(file))).toBe(true);
    expect(answer.bytes.length).toBeLessThan(readFileSync(file).length);
  }
});

test('who asks for nothing compressed has the file as it is, or a part of it', async () => {
  const whole = readFileSync(script);
  expect((await get(script)).bytes.equals(whole)).toBe(true);
  const part = await get(script, { range: 'bytes=10-19' });
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${whole.length}`]);
  expect(part.bytes.equals(whole.subarray(10, 20))).toBe(true);
  const head = await get(script, {}, 'HEAD');
  expect([head.statusCode, head.headers['content-length'], head.bytes.length]).toEqual([
    200,
    String(whole.length),
    0,
  ]);
});

test.each(['chunks/none.js', '', 'chunks', 'chunks/../../BUILD_ID', '%2e%2e/BUILD_ID', 'chunks//none.js'])(
  '%j is not there, and nothing says that it will not be',
  async (name) => {
    const answer = await get(`.next/static/${name}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable');
  },
);
