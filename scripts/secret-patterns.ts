import { parseApiKey } from '#lib/auth/key-format';

// What no file of this repository may hold. Pure; scripts/scan-secrets.ts reads the files.

interface Pattern {
  name: string;
  form: RegExp;
  /** Of what has the form: whether it is a secret at all. */
  isReal?: (text: string) => boolean;
}

const patterns: readonly Pattern[] = [
  { name: 'private key', form: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/g },
  // With a right checksum somebody made it; a text of a test that only looks like one has none.
  {
    name: 'API key of Kaira',
    form: /sk_(?:test|live)_[0-9A-Za-z]{43}/g,
    isReal: (text) => parseApiKey(text) !== undefined,
  },
  { name: 'webhook secret', form: /whsec_[A-Za-z0-9+/]{43}=/g },
  { name: 'AWS access key', form: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { name: 'Google API key', form: /\bAIza[\w-]{35}\b/g },
  { name: 'GitHub token', form: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})\b/g },
  { name: 'npm token', form: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'Slack token', form: /\bxox[abeprs]-[\w-]{10,}/g },
  { name: 'Stripe key', form: /\b(?:[rs]k_live|whsec)_[A-Za-z0-9]{24,34}\b/g },
  { name: 'JSON Web Token', form: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/g },
  // `${…}` and `<…>` stand for a password; they are none.
  { name: 'password in a URL', form: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@'"`<>${}]+:[^\s/@'"`<>${}]+@/gi },
  {
    name: 'secret setting',
    form: /^[ \t]*(?:export )?[A-Z][A-Z_]*(?:SECRETS?|PASSWORD|TOKEN|API_KEY)=["']?[^\s"'$<#]{8,}/gm,
  },
];

export interface FoundSecret {
  name: string;
  line: number;
}

/** Where a text holds what looks like a secret. Says which kind and on which line, and never what it is. */
export function findSecrets(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { name, form, isReal } of patterns) {
    for (const { 0: match, index } of text.matchAll(form)) {
      if (isReal?.(match) === false) continue;
      found.push({ name, line: text.slice(0, index).split('\n').length });
    }
  }
  return found;
}
