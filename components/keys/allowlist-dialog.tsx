'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import { Field, Textarea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

interface AllowlistDialogProps {
  path: string;
  query?: { environment: string };
  allowlist: string[];
  onClose(): void;
  onAsked(): void;
}

/** Asks for another list, one address or network a line. */
export function AllowlistDialog({ path, query, allowlist, onClose, onAsked }: AllowlistDialogProps) {
  const [text, setText] = useState(allowlist.join('\n'));
  const lines = text.split(/[\n,]/).flatMap((line) => line.trim() || []);
  const ask = useMutation({
    mutationFn: () => call(path, { method: 'POST', ...(query && { query }), body: { allowlist: lines } }),
    onSuccess: () => {
      onClose();
      onAsked();
    },
  });
  const { error } = ask;
  const faults = error instanceof ApiError ? error.fields.map((each) => each.message).join(' ') : '';
  return (
    <FormDialog
      title={t('Ask for another IP allowlist')}
      description={t(
        'Once an operator has approved it, requests from any other address are refused with 403 IP_NOT_ALLOWED, at once.',
      )}
      action={lines.length === 0 ? t('Ask to allow any address') : t('Send the request')}
      busy={ask.isPending}
      onSend={() => ask.mutate()}
      onClose={onClose}
    >
      <Field
        label={t('Addresses')}
        hint={t('One a line: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32. Nothing means anywhere.')}
        error={faults || error?.message}
      >
        {(control) => (
          <Textarea
            {...control}
            className="min-h-36 font-mono text-[13px]"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
