/** The id of the side bar, which a phone's buttons open. */
export const NAVIGATION = 'navigation';
