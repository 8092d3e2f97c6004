import { Fragment, type ReactNode } from 'react';
import { type Literal, type Names, pieces } from '#lib/browser/language/words';

type Facts = Readonly<Record<string, ReactNode>>;

/** A sentence with elements in it: `rich('Read {guide}.', { guide: <Link href="/docs">{t('the guide')}</Link> })`. */
export function rich<const Text extends string>(
  text: Literal<Text>,
  facts: Readonly<Record<Names<Text>, ReactNode>>,
): ReactNode {
  const parts = (pieces as (text: string, facts: Facts) => ReactNode[])(text, facts);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move.
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}
