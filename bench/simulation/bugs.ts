import type { PlantedSource } from './loader.ts';

export interface PlantedBug {
  name: string;
  sources: readonly PlantedSource[];
}

export const bugs: readonly PlantedBug[] = [];
