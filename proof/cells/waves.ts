export interface Release {
  databases: number;
  /** How many have it in the first waves; the last wave has the rest. */
  waves: readonly number[];
  /** Of a wave, how many have it at the same time: the release stops before the next of them begin. */
  atOnce: number;
  hoursEach: number;
  /** Between two waves. */
  hoursBetween: number;
  /** That it fails in a database, whatever it did in others. */
  failure: number;
}

export interface Wave {
  databases: number;
  hours: number;
  /** That the release gets as far as here. */
  begins: number;
  /** That it ends in this wave. */
  stops: number;
}

export interface Rollout {
  waves: Wave[];
  /** If nothing fails. */
  hours: number;
  /** That all have it. */
  completes: number;
  /** Databases that had it when the release stopped or was whole, and those in which it failed: on average. */
  touched: number;
  failed: number;
}

export function planRelease(release: Release): Rollout {
  const { databases, atOnce, failure } = release;
  const waves: Wave[] = [];
  let [left, begins, touched, hours] = [databases, 1, 0, 0];
  for (const wanted of [...release.waves, Number.POSITIVE_INFINITY]) {
    const size = Math.min(left, wanted);
    if (size === 0) break;
    const wave = { databases: size, hours: Math.ceil(size / atOnce) * release.hoursEach, begins, stops: 0 };
    hours += wave.hours + (waves.length > 0 ? release.hoursBetween : 0);
    for (let undone = size; undone > 0; undone -= atOnce) {
      const round = Math.min(atOnce, undone);
      touched += begins * round;
      begins *= (1 - failure) ** round;
    }
    waves.push({ ...wave, stops: wave.begins - begins });
    left -= size;
  }
  // Whether it fails in a database is decided after it was begun there, so of those begun the same share fails.
  return { waves, hours, completes: begins, touched, failed: touched * failure };
}
