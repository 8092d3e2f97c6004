'use client';

import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, mayBeDone } from '#lib/browser/api';
import type { Language } from '#lib/browser/language/languages';
import type { RailFace } from '#lib/rails/rail-faces';
import { Speak } from '../language/speak.tsx';
import { RailFaces } from '../rails/rail-faces.tsx';
import { TimeOfPage } from '../ui/time.tsx';
import { Toaster } from '../ui/toast.tsx';

interface ProvidersProps {
  /** Whose dashboard it is: it has words of its own. */
  area: 'client' | 'admin';
  language: Language;
  servedAt: number;
  rails: RailFace[];
  children: ReactNode;
}

/** What every signed-in page stands in: data that is fetched, what the rails are called, its time, and short messages. */
export function Providers({ area, language, servedAt, rails, children }: ProvidersProps) {
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={client}>
      <Speak language={language} area={area}>
        <RailFaces initial={rails}>
          <TimeOfPage servedAt={servedAt}>{children}</TimeOfPage>
        </RailFaces>
        <Toaster />
      </Speak>
    </QueryClientProvider>
  );
}

/** What is sent is sent at the press or never; the library would keep it, and send it when the line is back. */
function makeClient(): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      // What may have been done shows behind whatever asked for it.
      onError: (error) => {
        if (mayBeDone(error)) void client.invalidateQueries();
      },
    }),
    defaultOptions: {
      mutations: { networkMode: 'always', retry: false },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && !isFinal(error),
      },
    },
  });
  return client;
}

/** What the server refused it would refuse again, and without a line nothing comes. */
function isFinal(error: Error): boolean {
  return error instanceof ApiError && (error.status >= 400 || error.code === 'OFFLINE');
}
