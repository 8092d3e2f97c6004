'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { onStepUp } from '#lib/browser/step-up';
import type { StepUpDialogProps } from './step-up-dialog.tsx';

interface Question {
  Dialog: ComponentType<StepUpDialogProps>;
  answer(proved: boolean): void;
}

/** Stands once in the frame: asks for the password when a request wants it, whatever form had sent that. */
export function StepUp({ email, twoFactor }: { email: string; twoFactor: boolean }) {
  const [question, setQuestion] = useState<Question>();
  useEffect(
    () =>
      onStepUp(async () => {
        const loaded = await import('./step-up-dialog.tsx').catch(() => undefined);
        // Offline, it cannot be sent either.
        if (loaded === undefined) return false;
        return new Promise((resolve) => setQuestion({ Dialog: loaded.StepUpDialog, answer: resolve }));
      }),
    [],
  );
  if (question === undefined) return null;
  const { Dialog, answer } = question;
  const onEnd = (proved: boolean) => {
    setQuestion(undefined);
    answer(proved);
  };
  return <Dialog email={email} twoFactor={twoFactor} onEnd={onEnd} />;
}
