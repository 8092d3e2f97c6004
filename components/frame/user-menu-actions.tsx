'use client';

import { useTheme } from 'next-themes';
import { callApi } from '#lib/browser/api';
import { later, t } from '#lib/browser/language/words';

const themes = [
  { name: 'light', label: later('Light') },
  { name: 'dark', label: later('Dark') },
  { name: 'system', label: later('As the system') },
] as const;

/** What of the menu wants the script: `user-menu.tsx` loads it when the browser has nothing else to do. */
export default function UserMenuActions({
  line,
  logInHref,
  onDone,
}: {
  line: string;
  logInHref: string;
  onDone(): void;
}) {
  const { theme, setTheme } = useTheme();
  const logOut = async () => {
    await callApi('/auth/logout', { method: 'POST' });
    // A whole new page: nothing of the session stays in memory.
    window.location.assign(logInHref);
  };
  return (
    <>
      <hr className="my-1" />
      {themes.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          aria-pressed={theme === name}
          onClick={() => {
            setTheme(name);
            onDone();
          }}
          className={line}
        >
          {label()}
          {theme === name && <span className="ml-auto text-primary">●</span>}
        </button>
      ))}
      <hr className="my-1" />
      <button type="button" onClick={logOut} className={line}>
        {t('Sign out')}
      </button>
    </>
  );
}
