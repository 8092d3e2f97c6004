/** For days that have to lie ahead, whenever the tests run. */
export const NEXT_YEAR = new Date().getUTCFullYear() + 1;
