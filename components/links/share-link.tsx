'use client';

import { Check, Copy, Download, Mail, MessageCircle, MessageSquare, Share2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { emailHref, messageOf, smsHref, whatsAppHref } from '#lib/browser/link-sharing';
import type { PresentedLink } from '#lib/payment-links/payment-link';
import { Button } from '../ui/button.tsx';
import { useCopy } from '../ui/use-copy.ts';

interface ShareLinkProps {
  link: PresentedLink;
  /** The address as a code, made on the server. */
  code: ReactNode;
}

/** Every way for a link to get to those who are to pay. */
export function ShareLink({ link, code }: ShareLinkProps) {
  const { copied, failed, copy } = useCopy();
  return (
    <section aria-labelledby="share" className="grid content-start gap-4 rounded-lg border p-4 sm:p-5">
      <h2 id="share" className="font-semibold">
        Send or show it
      </h2>
      <div className="grid gap-1">
        <a
          href={link.url}
          target="_blank"
          rel="noreferrer"
          className="font-mono text-[13px] break-all text-primary underline underline-offset-4"
        >
          {link.url}
        </a>
        {failed && <p className="text-[13px] text-muted-foreground">Select the address to copy it.</p>}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="primary" onClick={() => void copy(link.url)}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button asChild>
          <a href={whatsAppHref(link)} target="_blank" rel="noreferrer">
            <MessageCircle aria-hidden="true" /> WhatsApp
          </a>
        </Button>
        <Button asChild>
          <a href={smsHref(link)}>
            <MessageSquare aria-hidden="true" /> SMS
          </a>
        </Button>
        <Button asChild>
          <a href={emailHref(link)}>
            <Mail aria-hidden="true" /> E-mail
          </a>
        </Button>
        <ShareSheet link={link} />
      </div>
      <OwnSite link={link} />
      <div className="grid justify-items-center gap-3 border-t pt-4">
        {code}
        <div className="flex flex-wrap justify-center gap-2">
          <Button asChild size="small">
            <a href={link.qr_png_url} download={`${link.code}.png`}>
              <Download aria-hidden="true" /> Picture<span className="sr-only"> of the QR code</span>
            </a>
          </Button>
          {(['A4', 'A6'] as const).map((size) => (
            <Button key={size} asChild size="small">
              <a
                href={`/api/dashboard/payment-links/${link.id}/poster?environment=${link.environment}&size=${size}`}
                download
              >
                <Download aria-hidden="true" /> {size} poster
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
        A button for your own site
      </summary>
      <p className="mt-1 mb-2 text-[13px] text-muted-foreground">
        {failed ? 'Select the lines to copy them.' : 'Put these two lines where the button is to be.'}
      </p>
      <pre className="mb-2 rounded-md border bg-surface p-3 font-mono text-xs break-all whitespace-pre-wrap">
        {lines}
      </pre>
      <Button size="small" onClick={() => void copy(lines)}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span aria-live="polite">{copied ? 'Copied' : 'Copy the lines'}</span>
      </Button>
    </details>
  );
}

/** What the phone itself offers, where it does: its apps and contacts. */
function ShareSheet({ link }: { link: PresentedLink }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(typeof navigator.share === 'function'), []);
  if (!isThere) return null;
  // Whoever closes the sheet has not failed.
  const share = () => navigator.share({ title: link.title, text: messageOf(link) }).catch(() => undefined);
  return (
    <Button className="col-span-2" onClick={() => void share()}>
      <Share2 aria-hidden="true" /> More ways to share
    </Button>
  );
}
