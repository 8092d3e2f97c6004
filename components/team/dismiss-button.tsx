'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';

/** Puts the notices up to this one away, for this owner. */
export function DismissButton({ until }: { until: string }) {
  const router = useRouter();
  const dismiss = useMutation({
    mutationFn: () => call('/api/dashboard/team/notices/dismiss', { method: 'POST', body: { until } }),
    onSuccess: () => router.refresh(),
  });
  return (
    <>
      <Button
        size="small"
        className="mt-2"
        disabled={dismiss.isPending || dismiss.isSuccess}
        onClick={() => dismiss.mutate()}
      >
        {t('I have read this')}
      </Button>
      {dismiss.error && (
        <p role="alert" className="mt-1 text-[13px] text-failed">
          {dismiss.error.message}
        </p>
      )}
    </>
  );
}
