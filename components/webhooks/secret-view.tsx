'use client';

import type { ReactNode } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code.tsx';
import { Notice } from '../ui/notice.tsx';

/** A secret in the one moment in which it can be seen. */
export function SecretView({
  secret,
  children,
  onDone,
}: {
  secret: string;
  children: ReactNode;
  onDone(): void;
}) {
  return (
    <div className="grid gap-4">
      <CodeBlock label={t('Signing secret')} text={secret} />
      <Notice kind="warning">
        {t('It is shown only now.')} {children}
      </Notice>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          {t('I have stored it')}
        </Button>
      </div>
    </div>
  );
}
