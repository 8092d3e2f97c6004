'use client';

import { ServerTrouble } from '#components/frame/server-trouble';

/** A page that could not be made; the frame around it stays. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return <ServerTrouble code={error.digest} />;
}
