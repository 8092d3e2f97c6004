'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Toaster } from 'sonner';
import { ApiError } from '#lib/browser/api';
import { TimeOfPage } from '../ui/time.tsx';

/** What every signed-in page stands in: data that is fetched, its time, and short messages. */
export function Providers({ servedAt, children }: { servedAt: number; children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 5_000,
            // What the server refused it would refuse again.
            retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status >= 400),
          },
        },
      }),
  );
  return (
    <QueryClientProvider client={client}>
      <TimeOfPage servedAt={servedAt}>{children}</TimeOfPage>
      <Toaster position="bottom-right" theme="system" />
    </QueryClientProvider>
  );
}
