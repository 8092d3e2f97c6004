'use client';

import { ErrorState } from '#components/ui/feedback';

/** A page that could not be made; the frame around it stays. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <ErrorState
      error={new Error('Kaira could not read what stands here. It may be better in a moment.')}
      onRetry={reset}
    />
  );
}
