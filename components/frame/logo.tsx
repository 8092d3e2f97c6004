export function Logo() {
  return (
    <svg viewBox="0 0 32 32" className="size-7 flex-none" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0f6868" />
      <path
        d="M11 7.5v17M21.5 8 11.5 16l10 8"
        fill="none"
        stroke="#fff"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
