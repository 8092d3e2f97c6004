/** Of `npm run test:long` (scripts/test.ts). Servers that a test starts inherit the name, which is no setting of Kaira's. */
export const isLongRun = process.env.LONG_TESTS !== undefined;
