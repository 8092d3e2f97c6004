import type { Catalogue } from '#lib/browser/language/words';

export const readAt: Catalogue = {
  'Read from the standby, as of {time}.': 'Lu sur le serveur de secours, état à {time}.',
};
