/** The quiet zone that readers need around a code, in modules; ISO/IEC 18004. */
const QUIET = 4;

/** Black on white in every theme: that is what cameras read. */
export function QrCode({ size, path, label }: { size: number; path: string; label: string }) {
  const side = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-${QUIET} -${QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="block w-full max-w-48 rounded-md border bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
