'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Pencil, Send } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ComponentProps, useState } from 'react';
import { call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { EndpointHealth } from '#lib/webhooks/endpoint-health';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { toast } from '../ui/toast.tsx';
import { endpointsPath, type Place, webhookKey } from './place.ts';

interface EndpointActionsProps extends Place {
  endpoint: EndpointHealth;
}

const loadDialogs = () => import('./endpoint-dialogs.tsx');
const EndpointMenu = onDemand(async () => (await import('./endpoint-menu.tsx')).default);
const SendTestDialog = onDemand(async () => (await import('./send-test-dialog.tsx')).default);
const EditDialog = onDemand(async () => (await loadDialogs()).EditDialog);
const RotateDialog = onDemand(async () => (await loadDialogs()).RotateDialog);
const ResendFailedDialog = onDemand(async () => (await loadDialogs()).ResendFailedDialog);
const DeleteDialog = onDemand(async () => (await loadDialogs()).DeleteDialog);

/** What can be done with an endpoint; each of its dialogs says what will happen. */
export function EndpointActions({ environment, home, endpoint }: EndpointActionsProps) {
  const [dialog, setDialog] = useState<'edit' | 'test' | 'rotate' | 'resend' | 'delete'>();
  const router = useRouter();
  const shared = { environment, endpoint, onClose: () => setDialog(undefined) };
  return (
    <>
      <Button onClick={() => setDialog('edit')}>
        <Pencil aria-hidden="true" /> {t('Edit')}
      </Button>
      <Button variant="primary" onClick={() => setDialog('test')}>
        <Send aria-hidden="true" /> {t('Send test event')}
      </Button>
      <More isActive={endpoint.status === 'ACTIVE'} onChoose={setDialog} />
      {dialog === 'edit' && <EditDialog {...shared} />}
      {dialog === 'test' && <SendTestDialog {...shared} />}
      {dialog === 'rotate' && <RotateDialog {...shared} />}
      {dialog === 'resend' && <ResendFailedDialog {...shared} />}
      {dialog === 'delete' && <DeleteDialog {...shared} onDeleted={() => router.push(`${home}/webhooks`)} />}
    </>
  );
}

function More(props: ComponentProps<typeof EndpointMenu>) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <Button
      size="icon"
      aria-label={t('More actions')}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      <Ellipsis aria-hidden="true" />
    </Button>
  );
  if (!isWanted) return button;
  return <EndpointMenu {...props} meanwhile={button} onGiveUp={() => setWanted(false)} />;
}

/** Resuming replays nothing by itself: what was missed is offered for replay afterwards. */
export function ResumeButton({
  environment,
  endpoint,
}: Pick<EndpointActionsProps, 'environment' | 'endpoint'>) {
  const client = useQueryClient();
  const resume = useMutation({
    mutationFn: () =>
      call(`${endpointsPath}/${endpoint.id}?environment=${environment}`, {
        method: 'PATCH',
        body: { status: 'ACTIVE' },
      }),
    onSuccess: () => toast.success(t('The endpoint is active again.')),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: webhookKey(environment) }),
  });
  return (
    <Button size="small" busy={resume.isPending} onClick={() => resume.mutate()}>
      {t('Resume')}
    </Button>
  );
}
