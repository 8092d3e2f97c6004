'use client';

import { ServerTrouble } from '#components/frame/server-trouble';

/** What a page of the admin dashboard shows when its data could not be read; the frame around it stays. */
export default function AdminError({ error }: { error: Error & { digest?: string } }) {
  return <ServerTrouble code={error.digest} />;
}
