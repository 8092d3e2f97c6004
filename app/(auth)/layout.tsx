import type { ReactNode } from 'react';
import { Logo } from '#components/frame/logo';

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center px-4 py-12">
      <header className="mb-8">
        <a href="/" className="inline-flex items-center gap-2.5 text-base font-semibold">
          <Logo />
          Kaira
        </a>
      </header>
      {children}
    </div>
  );
}
