import { ApiError } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';

/**
 * What a form shows of an error: the sentence under each field that is wrong, and under `form` what is no field's.
 * `fieldOf` says which field an error code is about.
 */
export function faultsOf(error: Error | null, fieldOf: Record<string, string> = {}): Record<string, string> {
  if (error === null) return {};
  if (!(error instanceof ApiError)) return { form: t('Something went wrong. Try again.') };
  if (error.fields.length > 0) {
    return Object.fromEntries(error.fields.map(({ path, message }) => [path, message]));
  }
  return { [fieldOf[error.code] ?? 'form']: error.message };
}

/** An error of one's own password or of a code, wherever both are asked for. */
export const proofFields = { FORBIDDEN: 'password', INVALID_OTP: 'code' };
