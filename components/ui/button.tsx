import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const looks =
  'button base:inline-flex items-center justify-center gap-2 base:rounded-md base:font-semibold base:whitespace-nowrap';
const variants = {
  primary: 'base:bg-primary base:text-primary-foreground hover:bg-primary/90',
  secondary: 'control hover:bg-surface',
  ghost: 'hover:bg-surface',
  danger: 'border border-failed/50 base:text-failed hover:bg-failed/10',
};
const sizes = { default: 'base:h-9 px-3.5', small: 'base:h-8 px-2.5 base:text-[13px]', icon: 'base:size-9' };

interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
  /** Gives its looks to the one child, such as a link. */
  asChild?: boolean;
  /** Under way: cannot be pressed again, and says so to a screen reader. */
  busy?: boolean;
}

export function Button({
  className,
  variant = 'secondary',
  size = 'default',
  asChild,
  busy,
  disabled,
  onClick,
  children,
  ...props
}: ButtonProps) {
  const classes = cn(looks, variants[variant], sizes[size], className);
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      className={classes}
      disabled={disabled}
      // Not `disabled`, which would take the focus away from whoever pressed it.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 animate-spin rounded-full border-2 border-current border-t-transparent motion-reduce:animate-none"
    />
  );
}
