import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const button = cva(
  'inline-flex items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:flex-none',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground hover:bg-primary/90',
        secondary: 'border bg-background hover:bg-surface',
        ghost: 'hover:bg-surface',
        danger: 'border border-failed/50 text-failed hover:bg-failed/10',
      },
      size: { default: 'h-9 px-3.5', small: 'h-8 px-2.5 text-[13px]', icon: 'size-9' },
    },
    defaultVariants: { variant: 'secondary', size: 'default' },
  },
);

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** Gives its looks to the one child, such as a link. */
  asChild?: boolean;
  /** Under way: cannot be pressed again, and says so to a screen reader. */
  busy?: boolean;
}

export function Button({
  className,
  variant,
  size,
  asChild,
  busy,
  disabled,
  onClick,
  children,
  ...props
}: ButtonProps) {
  const classes = cn(button({ variant, size }), className);
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
