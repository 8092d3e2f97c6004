'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { RailFace } from '#lib/rails/rail-faces';
import { facesKey, useRailFace } from '../../rails/rail-faces.tsx';
import { RailMark } from '../../rails/rail-name.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';

interface FaceDialogProps {
  provider: string;
  onClose(): void;
  onDone(): void;
}

/** What people are shown of a rail: its name, its colour, its logo. */
export function FaceDialog({ provider, onClose, onDone }: FaceDialogProps) {
  const queries = useQueryClient();
  const face = useRailFace(provider);
  const [name, setName] = useState(face?.name ?? provider);
  const [colour, setColour] = useState(face?.colour ?? '#6b7280');
  /** Undefined: as it is. Null: none. */
  const [drawing, setDrawing] = useState<string | null>();
  const save = useMutation({
    mutationFn: () =>
      call<RailFace>(`/api/admin/rails/${provider}/face`, {
        method: 'PATCH',
        body: { name: name.trim(), colour, ...(drawing !== undefined && { logo: drawing }) },
      }),
    onSuccess: async () => {
      onClose();
      toast.success(t('Saved. Every page shows it within seconds.'));
      await queries.invalidateQueries({ queryKey: facesKey });
      onDone();
    },
  });
  const faults = faultsOf(save.error);
  const shown = drawing === undefined ? (face?.logo ?? null) : drawing && dataUrl(drawing);
  return (
    <FormDialog
      title={t('Name and logo of {rail}', { rail: railName(provider) })}
      description={t(
        'What merchants and customers know this rail by, on every page and in every message. Programs go on saying {provider}.',
        { provider },
      )}
      action={t('Save')}
      busy={save.isPending}
      fault={faults.form}
      error={save.error}
      onSend={() => save.mutate()}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <Field label={t('Name')} error={faults.name}>
          {(control) => (
            <Input
              {...control}
              name="name"
              value={name}
              onChange={(event) => setName(event.target.value)}
              maxLength={40}
              autoComplete="off"
              required
            />
          )}
        </Field>
        <Field label={t('Colour')} error={faults.colour}>
          {(control) => (
            <Input
              {...control}
              type="color"
              name="colour"
              className="p-1"
              value={colour}
              onChange={(event) => setColour(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Field
        label={t('Logo')}
        hint={t('An SVG of at most 8 KB, of shapes and colours only. It is shown small, beside the name.')}
        error={faults.logo}
      >
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".svg,image/svg+xml"
            className="h-auto py-1.5"
            onChange={async (event) => setDrawing(await event.target.files?.[0]?.text())}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex items-center gap-1.5">
          <span className="mr-2 text-[13px] text-muted-foreground">{t('It looks like this:')}</span>
          <RailMark face={{ colour, logo: shown }} />
          {name.trim() || provider}
        </p>
        {shown !== null && (
          <Button size="small" variant="ghost" onClick={() => setDrawing(null)}>
            {t('Without a logo')}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}

/** A picture of a page runs nothing, whatever it holds. Without its namespace, which the server adds, it is no picture. */
function dataUrl(drawing: string): string {
  const whole = drawing.includes('xmlns=')
    ? drawing
    : drawing.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  return `data:image/svg+xml,${encodeURIComponent(whole)}`;
}
