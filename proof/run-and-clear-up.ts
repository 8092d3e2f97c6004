/**
 * Runs a trial and clears up after it once, whether it ends, fails (exit code 1, with its error) or is interrupted
 * (130). What fails because it is being cleared up is not told.
 */
export async function runAndClearUp(
  run: () => Promise<void>,
  clearUp: () => Promise<unknown>,
): Promise<void> {
  let clearing: Promise<unknown> | undefined;
  const stop = () => (clearing ??= clearUp());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().finally(() => process.exit(130)));
  }
  try {
    await run();
  } catch (error) {
    if (!clearing) {
      console.error(error);
      process.exitCode = 1;
    }
  } finally {
    await stop();
  }
}
