// JavaScript, not TypeScript: an older Node, which cannot read TypeScript, has to be able to say so.
const LOWEST_NODE = 24;
const running = Number(process.versions.node.split('.')[0]);
if (running < LOWEST_NODE) {
  process.stderr.write(
    `Kaira runs on Node ${LOWEST_NODE} and this is Node ${process.versions.node}: run "npm ci" (with install scripts allowed), ` +
      'which brings the right one into node_modules, and start with "npm start" or another npm script.\n',
  );
  process.exit(1);
}
