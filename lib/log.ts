import pino from 'pino';

/** Names whose values never reach a log, at the top level or one level down. */
const secrets = [
  'authorization',
  'password',
  'otp',
  'secret',
  'key',
  'token',
  'cookie',
  'body',
  'parameters',
  'query',
];

/**
 * The log of this process: one JSON object a line, on standard output. Read from the environment and not from
 * `settings()`, because a wrong setting has to be logged too.
 */
export const log = pino({
  level: process.env.LOG_LEVEL || 'info',
  redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
});

/**
 * What may be told of an error: its name, SQLSTATE and stack. The message of a database error can hold parameters
 * (Drizzle prints them), so a database error's message is left out.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: 'not an Error' };
  const cause = error.cause instanceof Error ? error.cause : error;
  const sqlState = (cause as { code?: unknown }).code;
  const fromDatabase = cause.name === 'PostgresError' || error.name === 'DrizzleQueryError';
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
  return {
    error: error.name,
    ...(typeof sqlState === 'string' && { code: sqlState }),
    ...(fromDatabase ? databaseFacts(cause) : { message: error.message }),
    at: frames?.map((line) => line.trim()),
  };
}

function databaseFacts(cause: Error): Record<string, unknown> {
  const { constraint_name, table_name, routine } = cause as unknown as Record<string, unknown>;
  return { constraint: constraint_name, table: table_name, routine };
}
