'use client';

import { Check, Copy, Mail, MessageCircle, MessageSquare, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#lib/browser/language/words';
import { emailHref, messageOf, type Shared, smsHref, whatsAppHref } from '#lib/browser/link-sharing';
import { Button } from '../ui/button.tsx';
import { useCopy } from '../ui/use-copy.ts';

/** The address, and every way for it to get to those who are to pay. */
export function ShareButtons({ shared }: { shared: Shared }) {
  const { copied, failed, copy } = useCopy();
  return (
    <>
      <div className="grid gap-1">
        <a
          href={shared.url}
          target="_blank"
          rel="noreferrer"
          className="font-mono text-[13px] break-all text-primary underline underline-offset-4"
        >
          {shared.url}
        </a>
        {failed && <p className="text-[13px] text-muted-foreground">{t('Select the address to copy it.')}</p>}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="primary" onClick={() => void copy(shared.url)}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          <span aria-live="polite">{copied ? t('Copied') : t('Copy')}</span>
        </Button>
        <Button asChild>
          <a href={whatsAppHref(shared)} target="_blank" rel="noreferrer">
            <MessageCircle aria-hidden="true" /> {t('WhatsApp')}
          </a>
        </Button>
        <Button asChild>
          <a href={smsHref(shared)}>
            <MessageSquare aria-hidden="true" /> {t('SMS')}
          </a>
        </Button>
        <Button asChild>
          <a href={emailHref(shared)}>
            <Mail aria-hidden="true" /> {t('E-mail')}
          </a>
        </Button>
        <ShareSheet shared={shared} />
      </div>
    </>
  );
}

/** What the phone itself offers, where it does: its apps and contacts. */
function ShareSheet({ shared }: { shared: Shared }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(typeof navigator.share === 'function'), []);
  if (!isThere) return null;
  // Whoever closes the sheet has not failed.
  const share = () =>
    navigator.share({ title: shared.title, text: messageOf(shared) }).catch(() => undefined);
  return (
    <Button className="col-span-2" onClick={() => void share()}>
      <Share2 aria-hidden="true" /> {t('More ways to share')}
    </Button>
  );
}
