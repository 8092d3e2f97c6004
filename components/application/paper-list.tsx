import { Download, FileText, Trash2 } from 'lucide-react';
import type { PresentedPaper } from '#lib/applications/application';
import { fileSize } from '#lib/browser/format';
import { later, t } from '#lib/browser/language/words';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';

interface PaperListProps {
  files: PresentedPaper[];
  /** Below which each file is downloaded, by its id. */
  path: string;
  /** Without it they only can be downloaded. */
  onRemove?: ((file: PresentedPaper) => void) | undefined;
}

const kinds: Record<string, () => string> = {
  'application/pdf': () => 'PDF',
  'image/jpeg': later('Photo'),
  'image/png': later('Picture'),
};

/** The papers of an application; each is a download and never opens as a page. */
export function PaperList({ files, path, onRemove }: PaperListProps) {
  return (
    <ul aria-label={t('Papers')} className="divide-y rounded-lg border">
      {files.map((file) => (
        <li key={file.id} className="flex items-center gap-3 py-1.5 pr-1.5 pl-3">
          <FileText aria-hidden="true" className="size-4 flex-none text-muted-foreground" />
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere">{file.name}</p>
            <p className="text-[13px] text-muted-foreground">
              {kinds[file.type]?.()}, {fileSize(file.size_bytes)} · {file.added_by}{' '}
              <Time at={file.added_at} />
            </p>
          </div>
          <Button asChild variant="ghost" size="icon">
            <a href={`${path}/${file.id}`} download aria-label={t('Download {name}', { name: file.name })}>
              <Download aria-hidden="true" />
            </a>
          </Button>
          {onRemove && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('Remove {name}', { name: file.name })}
              onClick={() => onRemove(file)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
