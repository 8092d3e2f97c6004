'use client';

import { useRouter } from 'next/navigation';
import type { FormEvent } from 'react';
import { t } from '#lib/browser/language/words';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';

interface SearchFormProps {
  path: string;
  label: string;
  value: string;
  /** Kept beside `name` in the address. */
  query?: Record<string, string | undefined>;
  name?: string;
}

/** Puts what is looked for into the address; a plain form without the browser's script. */
export function SearchForm({ path, label, value, query = {}, name = 'q' }: SearchFormProps) {
  const router = useRouter();
  const kept = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get(name)).trim();
    const search = new URLSearchParams([...kept, ...(text ? [[name, text]] : [])]).toString();
    router.push(search ? `${path}?${search}` : path);
  };
  return (
    <search className="w-full max-w-md">
      <form action={path} onSubmit={submit} className="flex gap-2">
        {kept.map(([field, text]) => (
          <input key={field} type="hidden" name={field} value={text} />
        ))}
        <Input
          key={value}
          type="search"
          name={name}
          aria-label={label}
          placeholder={label}
          defaultValue={value}
        />
        <Button type="submit">{t('Search')}</Button>
      </form>
    </search>
  );
}
