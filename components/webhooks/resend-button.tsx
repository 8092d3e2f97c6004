'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { deliveriesPath, type Place, webhookKey } from './place.ts';
import type { DeliveryStatus } from './states.tsx';

interface ResendButtonProps extends Pick<Place, 'environment'> {
  id: string;
  status: DeliveryStatus;
}

/** Harmless to ask for: the same bytes are sent, with the same event id. */
export function ResendButton({ id, status, environment }: ResendButtonProps) {
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => call(`${deliveriesPath}/${id}/resend?environment=${environment}`, { method: 'POST' }),
    onSuccess: () => toast.success(t('It is being sent, with the whole retry schedule before it.')),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: webhookKey(environment) }),
  });
  return (
    <Button variant="primary" busy={resend.isPending} onClick={() => resend.mutate()}>
      <RotateCw aria-hidden="true" /> {status === 'PENDING' ? t('Send now') : t('Resend')}
    </Button>
  );
}
