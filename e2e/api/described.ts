import { expect } from 'vitest';
import { readDescription } from '#e2e/setup/description';
import { openApiDocument } from '#lib/openapi/document';

const description = readDescription(openApiDocument('http://localhost'));

/** Fails the test unless an answer of a described path is what `GET /openapi.json` says of it. */
export function expectDescribed(
  method: string,
  url: string,
  { status, headers, text }: { status: number; headers: Headers; text: string },
): void {
  const path = url.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/s, '');
  const faults = description.faultsOf({ method, path, status, text, header: (name) => headers.get(name) });
  expect(faults, `${method} ${path} ${status} ${text.slice(0, 2_000)}`).toEqual([]);
}
