'use client';

import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form.tsx';
import { useCopy } from '../ui/use-copy.ts';

interface RecoveryCodesDialogProps {
  title: string;
  codes: string[];
  email: string;
  onClose(): void;
}

/** The only time that recovery codes are seen. It is not closed by a slip before they were kept. */
export function RecoveryCodesDialog({ title, codes, email, onClose }: RecoveryCodesDialogProps) {
  const { copied, failed, copy } = useCopy();
  const [downloaded, setDownloaded] = useState(false);
  const [warned, setWarned] = useState(false);
  const isKept = copied || downloaded;
  const close = () => (isKept || warned ? onClose() : setWarned(true));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      description={t(
        'Each of these recovery codes signs you in once when your phone is not at hand. Keep them in a safe place: you will not see them again.',
      )}
    >
      <ul
        aria-label={t('Recovery codes')}
        className="grid gap-x-6 gap-y-1 rounded-md border bg-surface p-3 font-mono text-[13px] sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => copy(codes.join('\n'))}>
          {copied ? <Check /> : <Copy />}
          {t(copied ? 'Copied' : 'Copy all')}
        </Button>
        <Button asChild>
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(fileOf(codes, email))}`}
            download="kaira-recovery-codes.txt"
            onClick={() => setDownloaded(true)}
          >
            <Download />
            {t('Download')}
          </a>
        </Button>
      </div>
      {failed && (
        <p role="alert" className="mt-4 text-failed">
          {t(
            'This browser does not let the page copy. Download the codes, or mark them and copy them by hand.',
          )}
        </p>
      )}
      {warned && !isKept && (
        <p role="alert" className="mt-4 text-failed">
          {t(
            'The codes were neither copied nor downloaded yet. If you close this now without them, a lost phone locks you out.',
          )}
        </p>
      )}
      <FormActions>
        <Button variant={isKept ? 'primary' : 'secondary'} onClick={close}>
          {t(warned && !isKept ? 'Close without the codes' : 'Done')}
        </Button>
      </FormActions>
    </Dialog>
  );
}

function fileOf(codes: string[], email: string): string {
  return [
    t('Kaira recovery codes of {email}', { email }),
    t('Each signs in once, after the password.'),
    '',
    ...codes,
    '',
  ].join('\n');
}
