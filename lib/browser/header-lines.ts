import { t } from '#lib/browser/language/words';

type Headers = Record<string, string | string[]>;

/** A line as a person pastes it: `name: value`, also as `curl -v` prints it. */
const headerLine = /^[<>]?\s*([^\s:"'{}]+)\s*:\s*(.*?)\s*$/;

/**
 * Headers out of what was pasted: a JSON object, or a line for each. Nothing is guessed: a text that is neither is
 * told by its first line that is no header.
 */
export function parseHeaders(text: string): { headers: Headers } | { fault: string } {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return parseJsonHeaders(trimmed);
  const headers: Headers = {};
  for (const line of trimmed.split(/\r?\n/)) {
    // The request's first line is no header, and an empty one ends them.
    if (/^\s*[<>]?\s*$/.test(line) || /^[<>]?\s*(POST \S+ )?HTTP\/[\d.]+/.test(line)) continue;
    const parts = headerLine.exec(line);
    if (!parts)
      return {
        fault: t('This line is no header: "{line}". Write "Name: value".', {
          line: line.trim().slice(0, 80),
        }),
      };
    add(headers, parts[1] as string, parts[2] as string);
  }
  return { headers };
}

function parseJsonHeaders(text: string): { headers: Headers } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: t('This begins like JSON and is none. Paste a JSON object, or lines of "Name: value".') };
  }
  const isGood = Object.values(value as object).every(
    (each) =>
      typeof each === 'string' || (Array.isArray(each) && each.every((item) => typeof item === 'string')),
  );
  return isGood
    ? { headers: value as Headers }
    : {
        fault: t('Each header must be a text or a list of texts, such as {example}.', {
          example: '{"webhook-id": "…"}',
        }),
      };
}

/** A header that came twice is a list. A name like `__proto__` is a name. */
function add(headers: Headers, name: string, value: string): void {
  const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
  const now = before === undefined ? value : [before, value].flat();
  Object.defineProperty(headers, name, { value: now, enumerable: true, configurable: true, writable: true });
}
