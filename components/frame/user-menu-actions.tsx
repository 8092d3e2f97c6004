'use client';

import { useTheme } from 'next-themes';
import { callApi } from '#lib/browser/api';
import { later, t } from '#lib/browser/language/words';
import { choicesOf } from '../ui/native-popover.ts';

const themes = [
  { name: 'light', label: later('Light') },
  { name: 'dark', label: later('Dark') },
  { name: 'system', label: later('As the system') },
] as const;

/** What of the menu wants the script; `user-menu.tsx` loads it apart. */
export default function UserMenuActions({
  line,
  logInHref,
  onClose,
}: {
  line: string;
  logInHref: string;
  onClose(): void;
}) {
  const { theme, setTheme } = useTheme();
  const logOut = async () => {
    await callApi('/auth/logout', { method: 'POST' });
    // A whole new page: nothing of the session stays in memory.
    window.location.assign(logInHref);
  };
  return (
    <>
      <hr ref={listenForKeys} className="my-1" />
      {themes.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          aria-pressed={theme === name}
          onClick={() => {
            setTheme(name);
            onClose();
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

/** As menus do, of which this is a part: up and down go through what can be chosen. */
function listenForKeys(part: HTMLElement | null): () => void {
  const menu = part?.parentElement;
  menu?.addEventListener('keydown', stepByKeys);
  return () => menu?.removeEventListener('keydown', stepByKeys);
}

function stepByKeys(event: KeyboardEvent): void {
  const choices = choicesOf(event.currentTarget as HTMLElement);
  const at = choices.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  choices.at(next % choices.length)?.focus();
}
