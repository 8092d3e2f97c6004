import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorStatus } from '#lib/errors';
import { errorAnswer, errorCodes, remedyOf } from '#lib/openapi/errors';

/** The example of the message, as it stands in the description. */
function messageOf(code: ErrorCode): string {
  // biome-ignore lint/suspicious/noExplicitAny: one of two forms of body.
  const { shape } = errorAnswer(code) as any;
  return (shape.message ?? shape.error.shape.message).meta().examples[0];
}

describe.each(errorCodes)('%s', (code) => {
  test('has a remedy of one to three sentences', () => {
    const remedy = remedyOf(code);
    expect(remedy).toMatch(/^[A-Z].*\.$/);
    expect(remedy.match(/\. [A-Z]|\.$/g)?.length).toBeLessThanOrEqual(3);
  });

  test('says what was done, and to wait where the answer says for how long', () => {
    expect(remedyOf(code)).toMatch(/stored|charged|did nothing|may have been done|reference stays free/i);
    const waits = errorStatus[code] === 429 || errorStatus[code] === 503;
    expect(remedyOf(code).includes('`Retry-After`')).toBe(waits);
  });

  test('has a message that the code says', () => {
    const message = messageOf(code);
    expect(
      templates.some((each) => becomes(each, message)),
      message,
    ).toBe(true);
  });
});

/** Every string and template of the sources: the texts between what is filled in. */
const templates = globSync('{lib,app}/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('lib/openapi/'))
  .flatMap((file) => readFileSync(file, 'utf8').match(/(['"`])(?:(?!\1|\n)[^\\]|\\.)*\1/g) ?? [])
  .map((text) =>
    text
      .slice(1, -1)
      .replaceAll(/\\(.)/g, '$1')
      .split(/\$\{[^}]*\}/),
  );

/** Whether a template can be filled in so; one that says less than a third of it by itself does not count. */
function becomes(texts: string[], message: string): boolean {
  const isNear = message.startsWith(texts[0] ?? '') && message.endsWith(texts.at(-1) ?? '');
  if (!isNear || texts.join('').length < message.length / 3) return false;
  // Each text after the one before, with something between them.
  let at = 0;
  for (const [index, text] of texts.entries()) {
    at = message.indexOf(text, index === 0 ? 0 : at + 1);
    if (at === -1) return false;
    at += text.length;
  }
  return true;
}
