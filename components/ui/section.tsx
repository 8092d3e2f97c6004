import { type ReactNode, useId } from 'react';

/** One subject of a page of settings: its name and what it is for beside its controls, above them on a phone. */
export function Section({
  title,
  description,
  children,
}: {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t py-8 first-of-type:border-t-0 first-of-type:pt-2 md:grid-cols-[16rem_minmax(0,28rem)]"
    >
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {description && <p className="mt-1 text-[13px] text-muted-foreground">{description}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
