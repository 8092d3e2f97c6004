import { spawn } from 'node:child_process';

// Part of `npm run dev`: Node's watcher does not notice that whoever started it was killed, so this process does.

const flags = ['--watch', '--watch-preserve-output', '--import', './scripts/watch-sources.js'];
const watcher = spawn(process.execPath, [...flags, 'server.ts'], { stdio: 'inherit' });
watcher.once('exit', (code) => process.exit(code ?? 0));
process.on('disconnect', () => watcher.kill('SIGTERM'));
process.on('SIGTERM', () => watcher.kill('SIGTERM'));
// A terminal has told the watcher itself.
process.on('SIGINT', () => {});
