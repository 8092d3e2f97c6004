/**
 * How much garbage a server may keep. Left to itself, V8 lets it grow with the machine's memory: 566 MB after 100,000
 * requests, of which 170 were in use. A flag of these in `NODE_OPTIONS` wins. https://nodejs.org/docs/latest-v24.x/api/cli.html#useful-v8-options
 */
export const heapFlags: string[] = ['--max-semi-space-size=16', '--max-old-space-size=768'].filter(
  (flag) => !process.env.NODE_OPTIONS?.includes(flag.split('=')[0] as string),
);
