'use client';

import { Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { fileSize } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { Button } from './button.tsx';

interface FileChooserProps {
  file: File | undefined;
  disabled?: boolean;
  /** Kinds of files, as `accept` of an input has them, and what they are called; without it, a table. */
  kinds?: { accept: string; label: string };
  busy?: boolean;
  onChoose(file: File | undefined): void;
  /** Buttons beside it, such as for a template. */
  children?: ReactNode;
}

const tables = () => ({
  accept: '.xlsx,.csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/plain',
  label: t('Excel or CSV file'),
});

/** Takes a file, and says which was chosen. */
export function FileChooser({
  file,
  disabled = false,
  kinds = tables(),
  busy = false,
  onChoose,
  children,
}: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <Button onClick={() => input.current?.click()} disabled={disabled} busy={busy}>
        <Upload /> {t(file ? 'Choose another file' : 'Choose a file')}
      </Button>
      {children}
      <input
        ref={input}
        type="file"
        accept={kinds.accept}
        aria-label={kinds.label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          // The same file can be chosen again after it was changed.
          event.target.value = '';
        }}
      />
      <span className="min-w-0 truncate text-muted-foreground" aria-live="polite">
        {file && `${file.name}, ${fileSize(file.size)}`}
      </span>
    </div>
  );
}
