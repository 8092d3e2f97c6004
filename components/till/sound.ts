let context: AudioContext | undefined;

/** Called by a tap, without which a browser lets nothing sound. */
export function allowSound(): void {
  const Context = globalThis.AudioContext;
  if (Context === undefined) return;
  context ??= new Context();
  void context.resume().catch(() => undefined);
}

/** Two rising notes and two shakes; a device that can do neither shows it all the same. */
export function ring(): void {
  navigator.vibrate?.([120, 60, 120]);
  if (context?.state !== 'running') return;
  for (const [index, hertz] of [880, 1_320].entries()) {
    const note = context.createOscillator();
    const volume = context.createGain();
    const at = context.currentTime + index * 0.16;
    note.frequency.value = hertz;
    volume.gain.setValueAtTime(0.25, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.25);
    note.connect(volume).connect(context.destination);
    note.start(at);
    note.stop(at + 0.26);
  }
}
