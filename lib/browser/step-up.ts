/** Asks the person at the screen for their password again; true once the server has taken it. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asking: Promise<boolean> | undefined;

/** The dialog of the page that is open. Returns what takes it away again. */
export function onStepUp(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** One question at a time: what needs the password meanwhile waits for the same answer. False where nobody can ask. */
export function askForStepUp(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
