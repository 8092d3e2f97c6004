// Part of `npm run dev`, loaded before the server: what `node --watch` restarts it for.

// Next's workers would inherit it, tell Node's watcher of their modules over a channel that is Next's own, and die of it.
process.nextTick(() => delete process.env.WATCH_REPORT_DEPENDENCIES);

// What Next builds is loaded by this process as well, and changes with every page that somebody opens.
const send = process.send?.bind(process);
if (send) {
  process.send = (message, ...rest) => {
    const files = message?.['watch:require'] ?? message?.['watch:import'];
    const isBuilt = Array.isArray(files) && files.every((file) => file?.includes('/.next/'));
    return isBuilt || send(message, ...rest);
  };
}
