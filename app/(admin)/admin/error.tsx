'use client';

import { ErrorState } from '#components/ui/feedback';

/** What a page of the admin dashboard shows when its data could not be read; the server's log has the reason. */
export default function AdminError({ reset }: { reset(): void }) {
  return <ErrorState error={new Error('The server could not read the data of this page.')} onRetry={reset} />;
}
