import type { z } from 'zod';
import type { FieldFault } from '#lib/errors';
import { validationError } from '#lib/http/respond';

/** The value that a schema makes of a body or a query, or a line for each fault. */
export function check<T>(schema: z.ZodType<T>, value: unknown): { value: T } | { faults: FieldFault[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data };
  return {
    faults: result.error.issues.map((issue) => {
      const path = issue.path.join('.');
      if (issue.code === 'custom') {
        return { path, message: issue.message, code: String(issue.params?.code ?? 'invalid') };
      }
      const isMissing = issue.code !== 'unrecognized_keys' && valueAt(value, issue.path) === undefined;
      return isMissing
        ? { path, message: `${path} is required.`, code: 'required' }
        : { path, message: issue.message, code: issue.code };
    }),
  };
}

/** Throws `VALIDATION_ERROR` with all faults at once. */
export function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = check(schema, value);
  if ('faults' in result) throw validationError(result.faults);
  return result.value;
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  let at = value;
  for (const name of path) at = (at as Record<PropertyKey, unknown> | null | undefined)?.[name];
  return at;
}
