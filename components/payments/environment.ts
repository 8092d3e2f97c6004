/** Where the pages of an environment are, and what every call of theirs names. */
export interface Place {
  environment: 'SANDBOX' | 'LIVE';
  /** `/dashboard/sandbox` or `/dashboard/live`. */
  home: string;
}
