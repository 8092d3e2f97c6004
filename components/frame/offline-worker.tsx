'use client';

import { useEffect } from 'react';

/** Has the browser keep the page that says that there is no connection, for the pages of the client dashboard. */
export function OfflineWorker() {
  useEffect(() => {
    // Without it, as in a private window, the browser says in its own words that there is no connection.
    navigator.serviceWorker?.register('/sw.js', { scope: '/dashboard' }).catch(() => undefined);
  }, []);
  return null;
}
