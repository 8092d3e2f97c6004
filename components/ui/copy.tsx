'use client';

import { Check, Copy } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { t } from '#lib/browser/language/words';
import { cn } from './cn.ts';

interface CopyableProps {
  value: string;
  shown?: string;
  /** The page of what it names. */
  href?: string | undefined;
  className?: string;
}

/** An identifier in monospace with a button that copies all of it, however much of it is shown. */
export function Copyable({ value, shown, href, className }: CopyableProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <span className={cn('inline-flex base:max-w-full items-center gap-1', className)}>
      <code className="min-w-0 truncate font-mono text-[13px]" title={value}>
        {href ? (
          <Link href={href} prefetch={false} className="text-primary underline underline-offset-4">
            {shown ?? value}
          </Link>
        ) : (
          (shown ?? value)
        )}
      </code>
      <button
        type="button"
        onClick={copy}
        className="relative z-10 flex size-6 flex-none items-center justify-center rounded text-muted-foreground hover:bg-surface hover:text-foreground"
        aria-label={copied ? t('Copied') : t('Copy {value}', { value })}
      >
        {copied ? <Check className="size-3.5" /> : <Copy className="size-3.5" />}
      </button>
    </span>
  );
}
