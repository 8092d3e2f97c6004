'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, KeyRound, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import { call } from '#lib/browser/api';
import type { EndpointHealth } from '#lib/webhooks/endpoint-health';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { DeleteDialog, EditDialog, ResendFailedDialog, RotateDialog } from './endpoint-dialogs.tsx';
import { endpointsPath, type Place, webhookKey } from './place.ts';
import { SendTest } from './send-test.tsx';

interface EndpointActionsProps extends Place {
  endpoint: EndpointHealth;
}

/** What can be done with an endpoint; each of its dialogs says what will happen. */
export function EndpointActions({ environment, home, endpoint }: EndpointActionsProps) {
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'resend' | 'delete'>();
  const router = useRouter();
  const close = () => setDialog(undefined);
  const shared = { environment, endpoint, onClose: close };
  return (
    <>
      <Button onClick={() => setDialog('edit')}>
        <Pencil aria-hidden="true" /> Edit
      </Button>
      <SendTest environment={environment} endpoint={endpoint} />
      <Menu
        trigger={
          <Button size="icon" aria-label="More actions">
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setDialog('rotate')}>
          <KeyRound aria-hidden="true" /> Rotate the secret
        </MenuItem>
        <MenuItem disabled={endpoint.status !== 'ACTIVE'} onSelect={() => setDialog('resend')}>
          <RotateCw aria-hidden="true" /> Resend what failed
        </MenuItem>
        <MenuSeparator />
        <MenuItem className="text-failed" onSelect={() => setDialog('delete')}>
          <Trash2 aria-hidden="true" /> Delete
        </MenuItem>
      </Menu>
      {dialog === 'edit' && <EditDialog {...shared} />}
      {dialog === 'rotate' && <RotateDialog {...shared} />}
      {dialog === 'resend' && <ResendFailedDialog {...shared} />}
      {dialog === 'delete' && <DeleteDialog {...shared} onDeleted={() => router.push(`${home}/webhooks`)} />}
    </>
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
