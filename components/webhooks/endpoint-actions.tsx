'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Pencil, Send } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { toast } from 'sonner';
import { call } from '#lib/browser/api';
import type { EndpointHealth } from '#lib/webhooks/endpoint-health';
import { Button } from '../ui/button.tsx';
import { endpointsPath, type Place, webhookKey } from './place.ts';

interface EndpointActionsProps extends Place {
  endpoint: EndpointHealth;
}

const loadMenu = () => import('./endpoint-menu.tsx');
const loadTest = () => import('./send-test-dialog.tsx');
const loadDialogs = () => import('./endpoint-dialogs.tsx');
const EndpointMenu = lazy(loadMenu);
const SendTestDialog = lazy(loadTest);
const EditDialog = lazy(async () => ({ default: (await loadDialogs()).EditDialog }));
const RotateDialog = lazy(async () => ({ default: (await loadDialogs()).RotateDialog }));
const ResendFailedDialog = lazy(async () => ({ default: (await loadDialogs()).ResendFailedDialog }));
const DeleteDialog = lazy(async () => ({ default: (await loadDialogs()).DeleteDialog }));

/**
 * What can be done with an endpoint; each of its dialogs says what will happen. They are loaded when the pointer or
 * the focus comes near: no page needs them at first.
 */
export function EndpointActions({ environment, home, endpoint }: EndpointActionsProps) {
  const [dialog, setDialog] = useState<'edit' | 'test' | 'rotate' | 'resend' | 'delete'>();
  const router = useRouter();
  const shared = { environment, endpoint, onClose: () => setDialog(undefined) };
  return (
    <>
      <Button onPointerEnter={loadDialogs} onFocus={loadDialogs} onClick={() => setDialog('edit')}>
        <Pencil aria-hidden="true" /> Edit
      </Button>
      <Button
        variant="primary"
        onPointerEnter={loadTest}
        onFocus={loadTest}
        onClick={() => setDialog('test')}
      >
        <Send aria-hidden="true" /> Send test event
      </Button>
      <More isActive={endpoint.status === 'ACTIVE'} onChoose={setDialog} />
      <Suspense>
        {dialog === 'edit' && <EditDialog {...shared} />}
        {dialog === 'test' && <SendTestDialog {...shared} />}
        {dialog === 'rotate' && <RotateDialog {...shared} />}
        {dialog === 'resend' && <ResendFailedDialog {...shared} />}
        {dialog === 'delete' && (
          <DeleteDialog {...shared} onDeleted={() => router.push(`${home}/webhooks`)} />
        )}
      </Suspense>
    </>
  );
}

function More(props: ComponentProps<typeof EndpointMenu>) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <Button
      size="icon"
      aria-label="More actions"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setWanted(true)}
    >
      <Ellipsis aria-hidden="true" />
    </Button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <EndpointMenu {...props} />
    </Suspense>
  );
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
    onSuccess: () => toast.success('The endpoint is active again.'),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: webhookKey(environment) }),
  });
  return (
    <Button size="small" busy={resume.isPending} onClick={() => resume.mutate()}>
      Resume
    </Button>
  );
}
