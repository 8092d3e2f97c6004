'use client';

import { Check, Copy, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#lib/browser/language/words';
import type { PresentedLink } from '#lib/payment-links/payment-link';
import { Button } from '../ui/button.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { ShareButtons } from './share-buttons.tsx';

interface ShareLinkProps {
  link: PresentedLink;
  /** The address as a code, made on the server. */
  code: ReactNode;
}

/** Every way for a link to get to those who are to pay. */
export function ShareLink({ link, code }: ShareLinkProps) {
  return (
    <section aria-labelledby="share" className="grid content-start gap-4 rounded-lg border p-4 sm:p-5">
      <h2 id="share" className="font-semibold">
        {t('Send or show it')}
      </h2>
      <ShareButtons shared={link} />
      <OwnSite link={link} />
      <div className="grid justify-items-center gap-3 border-t pt-4">
        {code}
        <div className="flex flex-wrap justify-center gap-2">
          <Button asChild size="small">
            <a href={link.qr_png_url} download={`${link.code}.png`}>
              <Download aria-hidden="true" /> {t('Picture')}
              <span className="sr-only"> {t('of the QR code')}</span>
            </a>
          </Button>
          {(['A4', 'A6'] as const).map((size) => (
            <Button key={size} asChild size="small">
              <a
                href={`/api/dashboard/payment-links/${link.id}/poster?environment=${link.environment}&size=${size}`}
                download
              >
                <Download aria-hidden="true" /> {t('{size} poster', { size })}
              </a>
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}

/** For a site of the merchant's own; docs/guides/payment-links.md. */
function OwnSite({ link }: { link: PresentedLink }) {
  const { copied, failed, copy } = useCopy();
  const lines = `<a data-kaira href="${link.url}">Pay with mobile money</a>
<script async src="${new URL('/pay/button.js', link.url)}"></script>`;
  return (
    <details>
      <summary className="cursor-pointer py-1.5 text-[13px] font-semibold">
        {t('A button for your own site')}
      </summary>
      <p className="mt-1 mb-2 text-[13px] text-muted-foreground">
        {failed ? t('Select the lines to copy them.') : t('Put these two lines where the button is to be.')}
      </p>
      <pre className="mb-2 rounded-md border bg-surface p-3 font-mono text-xs break-all whitespace-pre-wrap">
        {lines}
      </pre>
      <Button size="small" onClick={() => void copy(lines)}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span aria-live="polite">{copied ? t('Copied') : t('Copy the lines')}</span>
      </Button>
    </details>
  );
}
