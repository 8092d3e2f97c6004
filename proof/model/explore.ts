// Where the documents leave open which of several things happens, or several requests are under way at once, the model
// has several next worlds. What the product answers tells which of them is the one.

let trail: { taken: number; of: number }[] = [];
let at = 0;

/** One of these; `worldsAfter` tries each of them, the likeliest first. */
export function choose<T>(options: readonly T[]): T {
  const choice = trail[at] ?? { taken: 0, of: options.length };
  trail[at] = choice;
  at++;
  return options[choice.taken] as T;
}

/** Each world that can come of it, with what is answered in it. */
export function worldsAfter<World, Told>(world: World, happen: (world: World) => Told): [World, Told][] {
  const outcomes: [World, Told][] = [];
  trail = [];
  do {
    at = 0;
    const next = structuredClone(world);
    outcomes.push([next, happen(next)]);
    while (trail.length > 0 && trail[trail.length - 1]!.taken + 1 >= trail[trail.length - 1]!.of) trail.pop();
    const last = trail.at(-1);
    if (last === undefined) break;
    last.taken++;
  } while (outcomes.length < 256);
  return outcomes;
}

/** Every order of so many things. */
export function permutations(count: number): number[][] {
  if (count === 0) return [[]];
  return permutations(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => order.toSpliced(at, 0, count - 1)),
  );
}
