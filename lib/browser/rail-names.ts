import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { t } from '#lib/browser/language/words';
import type { RailFace } from '#lib/rails/rail-faces';

/**
 * What people call the rails, for sentences that are no part of a page's tree. The same for everybody, so it is of this
 * module; `RailFaces` keeps it (components/rails).
 */
let known = new Map<string, RailFace>();

export function keepRailFaces(faces: readonly RailFace[]): void {
  known = new Map(faces.map((face) => [face.provider, face]));
}

/** A rail that nobody has told of yet goes by its value. */
export function railName(provider: string): string {
  if (provider === CUSTOMER_CHOICE) return t('Any wallet');
  return known.get(provider)?.name ?? provider;
}

/** A sentence with the names of rails instead of their values. */
export function withRailNames(sentence: string): string {
  return sentence.replace(/\bPROVIDER_[A-Z_]+\b/g, railName);
}
