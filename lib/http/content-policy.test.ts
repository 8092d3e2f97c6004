import { describe, expect, test } from 'vitest';
import { appPolicy, plainPolicy } from '#lib/http/content-policy';

const directives = (policy: string) =>
  new Map(
    policy.split('; ').map((each) => [each.slice(0, each.indexOf(' ')), each.slice(each.indexOf(' ') + 1)]),
  );

describe.each([
  ['a page of ours', appPolicy('abc', { isDev: false })],
  ['a customer’s page', plainPolicy("'sha256-x'", { isFramed: false })],
])('%s', (_page, policy) => {
  test('allows no script that is in the page without a nonce, no eval, no other site, no frame, no plug-in', () => {
    const of = directives(policy);
    expect(of.get('default-src')).toBe("'none'");
    expect(of.get('base-uri')).toBe("'none'");
    expect(of.get('form-action')).toBe("'self'");
    expect(of.get('frame-ancestors')).toBe("'none'");
    expect(of.get('script-src') ?? "'none'").not.toMatch(/unsafe|http|\*/);
    expect(of.get('style-src')).not.toMatch(/unsafe|http|\*/);
    expect(policy).not.toMatch(/https?:|\*/);
  });
});

test('only the card page may be framed', () => {
  expect(plainPolicy("'sha256-x'", { isFramed: true })).toContain('frame-ancestors *');
});
