/** What every page of Next loads, in one piece. */
export { errors } from '#lib/browser/language/fr/errors';
export { shared as words } from '#lib/browser/language/fr/shared';
