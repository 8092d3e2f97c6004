'use client';

import { Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

interface FileChooserProps {
  file: File | undefined;
  disabled?: boolean;
  onChoose(file: File | undefined): void;
  /** Buttons beside it, such as for a template. */
  children?: ReactNode;
}

/** Takes an Excel workbook or a CSV file, and says which was chosen. */
export function FileChooser({ file, disabled = false, onChoose, children }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <Button onClick={() => input.current?.click()} disabled={disabled}>
        <Upload /> {file ? 'Choose another file' : 'Choose a file'}
      </Button>
      {children}
      <input
        ref={input}
        type="file"
        accept=".xlsx,.csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/plain"
        aria-label="Excel or CSV file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          // The same file can be chosen again after it was changed.
          event.target.value = '';
        }}
      />
      <span className="min-w-0 truncate text-muted-foreground" aria-live="polite">
        {file && `${file.name}, ${Math.max(1, Math.round(file.size / 1024))} KB`}
      </span>
    </div>
  );
}
