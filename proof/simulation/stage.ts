import type { Sql } from 'postgres';
import type { Chance } from './chance.ts';
import type { SimulatedDatabase } from './database.ts';
import type { Faults } from './faults.ts';
import type { Gateway } from './gateway.ts';
import type { Processes } from './processes.ts';
import type { SimulatedRails } from './rails.ts';
import type { Receivers } from './receivers.ts';
import type { Timeline } from './timeline.ts';

/** Everything that a part of a run may need of the others. */
export interface Stage {
  seed: number;
  timeline: Timeline;
  faults: Faults;
  processes: Processes;
  database: SimulatedDatabase;
  /** Asks the database on a connection of its own, on which nothing goes wrong, between two events. */
  look<T>(ask: (sql: Sql) => PromiseLike<T>): Promise<T>;
  railChance: Chance;
  workerChance: Chance;
  rails: SimulatedRails;
  gateway: Gateway;
  receivers: Receivers;
  /** What was seen to be wrong while the run went on. */
  violations: string[];
  /** Customers' looks at the rails' pages. */
  visits: number;
  /** Requests, notices, customers' looks and operators' acts so far. */
  operations(): number;
}

let stage: Stage | undefined;

export function raise(made: Stage): void {
  stage = made;
}

export function current(): Stage {
  if (stage === undefined) throw new Error('No run is under way');
  return stage;
}
