import { redirect } from 'next/navigation';

/** The documentation begins with the quick start. */
export default function DocsPage(): never {
  redirect('/docs/quick-start');
}
