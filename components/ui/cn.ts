/** Joins class names. Which of two wins is no matter of their order: a part's own that may be changed has `base:`. */
export function cn(...classes: (string | false | null | undefined)[]): string {
  return classes.filter(Boolean).join(' ');
}
