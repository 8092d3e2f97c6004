import { describe, expect, test } from 'vitest';
import { metadataField, returnUrlField } from '#lib/fields';
import { parseJsonObject } from '#lib/http/parse-json';

const accepts = (environment: 'LIVE' | 'SANDBOX', url: string) =>
  returnUrlField(environment).safeParse(url).success;

describe('a return address', () => {
  test.each([
    'https://shop.example/thanks?order=1#top',
    'https://shop.example:8443/',
    'HTTPS://SHOP.EXAMPLE',
    'https://xn--caf-dma.example/',
    'https://shop.example/a@b',
  ])('%j is one', (url) => {
    for (const environment of ['LIVE', 'SANDBOX'] as const) expect(accepts(environment, url)).toBe(true);
  });

  test('[67] a return address is an https address and nothing that a browser reads otherwise', () => {
    for (const url of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'javascript://shop.example/%0aalert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://shop.example/1',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/thanks',
      'thanks',
      'https:evil.example',
      'https:/evil.example',
      'https:///evil.example',
      'https:\\\\evil.example',
      'https://shop.example@evil.example/',
      'https://shop:word@evil.example/',
      'http://shop.example/',
      'http://localhost.evil.example/',
      'http://127.0.0.1.evil.example/',
      ' https://shop.example/',
      'https://shop.example/\n',
      'java\tscript:alert(1)',
      'https://shop.example/\u202egpj.exe',
      'https://',
      `https://shop.example/${'x'.repeat(2_048)}`,
      '',
    ]) {
      for (const environment of ['LIVE', 'SANDBOX'] as const)
        expect(accepts(environment, url), url).toBe(false);
    }
  });

  test('of this machine may be plain http with a test key, and never with a live one', () => {
    for (const url of ['http://localhost:8080/ok', 'http://127.0.0.1/', 'http://[::1]:3000/']) {
      expect(accepts('SANDBOX', url)).toBe(true);
      expect(accepts('LIVE', url)).toBe(false);
    }
  });
});

test('metadata with a key __proto__, which no program could read back, is refused by name', () => {
  for (const key of ['__proto__', '\\u005f_proto__']) {
    const { metadata } = parseJsonObject(Buffer.from(`{"metadata":{"${key}":"x","cart":"77"}}`));
    const refused = metadataField.safeParse(metadata);
    expect(refused.error?.issues[0]?.message).toContain('__proto__');
  }
  expect(metadataField.safeParse({ constructor: 'x' }).success).toBe(true);
});
