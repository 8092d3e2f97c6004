'use client';

import { ServerTrouble } from '#components/frame/server-trouble';

/** Where even the frame of a dashboard could not be made, as without a database. */
export default function RootError({ error }: { error: Error & { digest?: string } }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center px-4 py-12">
      <p className="mb-4 font-semibold">Kaira</p>
      <ServerTrouble code={error.digest} />
    </main>
  );
}
