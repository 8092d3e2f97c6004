import { z } from 'zod';
import { parseDatabaseUrl } from '#db/hosts';
import { OneSentenceError } from '#db/one-sentence-error';

const flag = z
  .enum(['0', '1'], { error: 'must be 0 or 1' })
  .default('0')
  .transform((value) => value === '1');
const whole = (lowest: number, highest: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${lowest} to ${highest}` })
    .int()
    .min(lowest)
    .max(highest);

/** Every setting of Kaira, read from the environment. `.env.example` says what each is for. */
const schema = z.object({
  KAIRA_MODE: z.enum(['local', 'production']).default('local'),
  PORT: whole(1, 65_535).default(3000),
  HOST: z.string().min(1).optional(),
  BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  DATABASE_URL: z
    .string()
    .refine((url) => parseDatabaseUrl(url) !== undefined, { error: 'must be a postgres:// address' }),
  DATABASE_OWNER_URL: z
    .string()
    .refine((url) => parseDatabaseUrl(url) !== undefined, { error: 'must be a postgres:// address' })
    .optional(),
  DATABASE_STANDBY_URL: z
    .string()
    .refine((url) => parseDatabaseUrl(url) !== undefined, { error: 'must be a postgres:// address' })
    .optional(),
  KAIRA_EMBEDDED_POSTGRES: flag,
  DATABASE_POOL: whole(2, 100).default(16),
  KAIRA_DATA_DIR: z.string().min(1).default('.data'),
  KAIRA_SECRET: z.string().min(32, 'must be 32 characters or more'),
  KAIRA_SECRET_PREVIOUS: z.string().min(32, 'must be 32 characters or more').optional(),
  KAIRA_DEMO_DATA: z.enum(['auto', 'always', 'never']).default('auto'),
  WEB_CONCURRENCY: whole(1, 64).default(1),
  KAIRA_WORKER: z.enum(['inside', 'off']).default('inside'),
  METRICS_PORT: whole(1, 65_535).optional(),
  TRUST_PROXY: whole(0, 10).default(0),
  ALLOW_INSECURE_HTTP: flag,
  RATE_LIMIT_PER_SECOND: whole(1, 1_000_000).default(100),
  RATE_LIMIT_BURST: whole(1, 1_000_000).default(200),
  RATE_LIMIT_SHARED: z.enum(['auto', 'always', 'never']).default('auto'),
  HOUSE_MONEY_TWO_PEOPLE_ABOVE: whole(0, 999_999_999).default(250_000),
  SANDBOX_RESOLVE_MS: whole(0, 600_000).default(1500),
  KAIRA_RAILS_SIMULATED: flag,
  WEBHOOK_ALLOW_PRIVATE: flag,
  // Longer than a delivery is tried: about 71 hours.
  WEBHOOK_ATTEMPTS_KEPT_DAYS: whole(7, 36_500).default(180),
  // FATF Recommendation 11: records of transactions are kept for five years at least.
  PAYERS_KEPT_DAYS: whole(0, 36_500).default(1_826),
  CONTACT: z
    .string()
    .regex(/^([^<>@\s]+@[^<>@\s]+|https:\/\/\S+)$/, 'must be an e-mail address or an https address')
    .optional(),
  SMTP_URL: z
    .string()
    .refine((url) => /^smtps?:$/.test(URL.parse(url)?.protocol ?? ''), {
      error: 'must be an smtp:// or smtps:// address',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an e-mail address, alone or as Name <address>',
    )
    .optional(),
  SMS_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  SMS_HEADER: z
    .string()
    .regex(
      /^[A-Za-z0-9-]+:[ \t]*[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/,
      'must be one header, as Name: value',
    )
    .optional(),
  SMS_BODY: z
    .string()
    .refine((body) => body.includes('{to}') && body.includes('{text}'), {
      error: 'must have {to} and {text} in it',
    })
    .refine(
      (body) => !body.trimStart().startsWith('{') || isJson(body.replaceAll(/\{(to|text|id)\}/g, 'x')),
      {
        error: 'begins like JSON and is none: put {to} and {text} between its quotes',
      },
    )
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must be 16 characters or more').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** The name of every setting. */
export const settingNames: string[] = Object.keys(schema.shape);

/** 32 random characters of any alphabet have more different ones than this, but for one in millions. */
const LEAST_CHARACTERS = 8;

/** What to do about a setting whose absence alone does not say it. */
const whenMissing: Record<string, string> = {
  DATABASE_URL: 'give a PostgreSQL of yours, or set KAIRA_EMBEDDED_POSTGRES=1 for the built-in one',
  KAIRA_SECRET: '32 random characters or more, kept for good: it unseals what the database holds',
  BASE_URL: 'the public address of this server, which customers are sent back to',
};

export type Settings = z.infer<typeof schema> & {
  baseUrl: string;
  /** Whether all servers count the requests of a key together. */
  sharesRates: boolean;
  /** `RAIL_…`: how the live rails are reached; lib/rails/connections.ts knows which there are. */
  rails: Readonly<Record<string, string>>;
};

/** Variables that look like ours: one that is not in the schema is a typing error, not somebody else's variable. */
const ownPrefixes = /^(KAIRA|DATABASE|WEBHOOK|SANDBOX|RATE_LIMIT|METRICS|TRUST|ALLOW|RAIL|SMTP|MAIL|SMS)_/;

/** A setting that is missing, wrong or unknown; the message is for the person who starts the server. */
export class SettingsError extends OneSentenceError {}

/** Throws `SettingsError`, with a line for each fault, naming the variable and never showing its value. */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  const faults = result.success
    ? []
    : result.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return given[name] === undefined ? missing(name) : `${name} ${issue.message}`;
      });
  const values = result.success ? result.data : undefined;
  if (values && (values.SMTP_URL === undefined) !== (values.MAIL_FROM === undefined)) {
    faults.push(`${missing(values.SMTP_URL === undefined ? 'SMTP_URL' : 'MAIL_FROM')}: messages need both`);
  }
  if (values && (values.SMS_URL === undefined) !== (values.SMS_BODY === undefined)) {
    faults.push(`${missing(values.SMS_URL === undefined ? 'SMS_URL' : 'SMS_BODY')}: text messages need both`);
  }
  if (values?.SMS_HEADER !== undefined && values.SMS_URL === undefined)
    faults.push(`${missing('SMS_URL')}: SMS_HEADER is for it`);
  const rails: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith('RAIL_') && value !== undefined) rails[name] = value;
  }
  if (given.KAIRA_MODE === 'production') {
    const known = new Set(settingNames);
    for (const name of Object.keys(given)) {
      if (ownPrefixes.test(name) && !known.has(name) && !Object.hasOwn(rails, name))
        faults.push(`${name} is not a setting of Kaira`);
    }
    if (values?.WEBHOOK_ALLOW_PRIVATE) {
      faults.push(
        'WEBHOOK_ALLOW_PRIVATE=1 would let clients reach your private network; it is refused in production',
      );
    }
    if (values?.KAIRA_RAILS_SIMULATED) {
      faults.push('KAIRA_RAILS_SIMULATED=1 says that no real money moves; it is refused in production');
    }
    if (values && values.BASE_URL === undefined) faults.push(missing('BASE_URL'));
    if (values && isClear(values)) {
      faults.push(
        'BASE_URL must be an https address in production, or keys and passwords travel in clear; ALLOW_INSECURE_HTTP=1 allows it all the same',
      );
    }
    if (values && new Set(values.KAIRA_SECRET).size < LEAST_CHARACTERS) {
      faults.push('KAIRA_SECRET is easily guessed: make one with openssl rand -base64 32');
    }
  }
  if (faults.length > 0 || !values) {
    throw new SettingsError(`${faults.join('; ')}. See .env.example for every setting.`);
  }
  return {
    ...values,
    rails,
    sharesRates:
      values.RATE_LIMIT_SHARED === 'always' ||
      (values.RATE_LIMIT_SHARED === 'auto' && values.WEB_CONCURRENCY > 1),
    baseUrl: (values.BASE_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
  };
}

/** Reached over plain HTTP by others than this machine, as contract.md §6 has it. */
function isClear({ BASE_URL, ALLOW_INSECURE_HTTP }: z.infer<typeof schema>): boolean {
  if (BASE_URL === undefined || ALLOW_INSECURE_HTTP) return false;
  const { protocol, hostname } = new URL(BASE_URL);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function missing(name: string): string {
  const hint = whenMissing[name];
  return hint ? `${name} is missing (${hint})` : `${name} is missing`;
}

let parsed: Settings | undefined;

/** The settings of this process, parsed once. */
export function settings(): Settings {
  parsed ??= parseSettings(process.env);
  return parsed;
}

/** Where a link to `CONTACT` leads. */
export function contactAddress(contact: string): string {
  return contact.startsWith('https://') ? contact : `mailto:${contact}`;
}
