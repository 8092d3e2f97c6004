/** What a Content-Security-Policy lets run, read as a browser does. */
import type { Answer } from './http.ts';

export type Policy = { text: string; nonce: string; faults: string[] };

/** The faults of a page: its header, and each of its scripts. */
export function policyOf(answer: Answer): Policy {
  const text = String(answer.headers['content-security-policy'] ?? '');
  const faults: string[] = [];
  if (!text) {
    return { text, nonce: '', faults: ['no policy'] };
  }
  const directives = new Map(
    text
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .filter(([name]) => name)
      .map(([name = '', ...values]) => [name.toLowerCase(), values] as const),
  );
  const script = directives.get('script-src') ?? directives.get('default-src');
  const element = directives.get('script-src-elem') ?? script;
  const attribute = directives.get('script-src-attr') ?? script;
  for (const values of [script, element, attribute]) {
    if (!values) {
      faults.push('scripts of anywhere');
    }
    for (const value of values ?? []) {
      if (/^'unsafe-(inline|eval|hashes)'$/i.test(value)) {
        faults.push(`${value} for scripts`);
      }
      if (/^(\*|https?:|data:|blob:|wss?:)$/i.test(value) || value.includes('*')) {
        faults.push(`scripts from ${value}`);
      }
    }
  }
  const must: [string, RegExp][] = [
    ['object-src', /^'none'$/],
    ['base-uri', /^'(none|self)'$/],
    ['frame-ancestors', /^'(none|self)'$/],
  ];
  for (const [name, form] of must) {
    const values =
      directives.get(name) ?? (name === 'object-src' ? directives.get('default-src') : undefined);
    if (!values?.every((value) => form.test(value)) || values.length === 0) {
      faults.push(`${name} ${values?.join(' ') ?? 'not said'}`);
    }
  }
  const nonce = /'nonce-([^']+)'/.exec(text)?.[1] ?? '';
  for (const [, attributes = ''] of answer.text.matchAll(/<script\b([^>]*)>/gi)) {
    const own = /\bnonce="([^"]*)"/i.exec(attributes)?.[1] ?? '';
    const data = /type="application\/(ld\+)?json"/i.test(attributes);
    if (!data && !/\bsrc=/i.test(attributes) && (own === '' || own !== nonce)) {
      faults.push('an inline script without the nonce');
    }
  }
  if (/<[a-z][^>]*\son[a-z]+\s*=\s*["']/i.test(answer.text.replace(/<script[\s\S]*?<\/script>/gi, ''))) {
    faults.push('a handler in an attribute');
  }
  if (/href="\s*javascript:/i.test(answer.text)) {
    faults.push('a javascript: link');
  }
  if (nonce && (Buffer.from(nonce, 'base64').length < 12 || nonce.length < 16)) {
    faults.push(`a short nonce, ${nonce.length} characters`);
  }
  return { text, nonce, faults: [...new Set(faults)] };
}

export const isHtml = (answer: Answer) => /text\/html/.test(String(answer.headers['content-type']));
