import { later } from '#lib/browser/language/words';
/** As a schedule counts them: the first is 1. */
export const weekdays = [
  later('Monday'),
  later('Tuesday'),
  later('Wednesday'),
  later('Thursday'),
  later('Friday'),
  later('Saturday'),
  later('Sunday'),
];
