'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { faultsOf } from '#lib/browser/faults';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Form, FormFault } from '../ui/form.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import type { Account } from './settings-page.tsx';

interface MessagesSectionProps {
  path: string;
  messages: Account['messages'];
  onChanged(): void;
}

/** Which e-mail a person gets; there is none for some roles, and then there is no section. */
export function MessagesSection({ path, messages, onChanged }: MessagesSectionProps) {
  const saved = messages.filter((each) => !each.is_on).map((each) => each.kind);
  const [off, setOff] = useState<string[]>(saved);
  const save = useMutation({
    mutationFn: () => call(`${path}/messages`, { method: 'PATCH', body: { off } }),
    onSuccess: () => {
      toast.success(t('Your choice was saved.'));
      onChanged();
    },
  });
  if (messages.length === 0) return null;
  const isChanged = messages.some(({ kind, is_on }) => is_on === off.includes(kind));
  return (
    <Section
      title={t('Messages')}
      description={t(
        'What we write to you by e-mail. Messages about the security of your account always go.',
      )}
    >
      <Form onSend={() => save.mutate()}>
        <fieldset className="grid gap-2.5">
          <legend className="mb-2 font-semibold">{t('Write to me when')}</legend>
          {messages.map(({ kind, label }) => (
            <Checkbox
              key={kind}
              label={label}
              checked={!off.includes(kind)}
              onChange={({ target }) =>
                setOff(target.checked ? off.filter((each) => each !== kind) : [...off, kind])
              }
            />
          ))}
        </fieldset>
        <FormFault>{faultsOf(save.error).form}</FormFault>
        <Button type="submit" className="justify-self-start" busy={save.isPending} disabled={!isChanged}>
          {t('Save the choice')}
        </Button>
      </Form>
    </Section>
  );
}
