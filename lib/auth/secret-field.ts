import { z } from 'zod';

const MAX_LENGTH = 1_024;

/** A text that is compared and never kept: of a bounded length, and well-formed, so that no two are taken for one. */
export const secretField = (name: string) =>
  z
    .string(`The ${name} must be a string.`)
    .max(MAX_LENGTH, `The ${name} must have at most ${MAX_LENGTH} characters.`)
    .refine(
      (text) => text.isWellFormed() && !text.includes('\0'),
      `The ${name} has characters that no ${name} has.`,
    );
