export interface Demand {
  paymentsADay: number;
  /** Of a day's payments, what its busiest hour has. */
  busiestHour: number;
  /** Whole lives that one cell does, with nothing to spare. */
  livesPerSecond: number;
  /** Of that, what it is planned to do at its busiest. */
  utilisation: number;
  kilobytesPerPayment: number;
  /** What one cell may have after a year. */
  terabytesACell: number;
  processesACell: number;
  connectionsAProcess: number;
  /** Beside those of the processes. */
  connectionsBeside: number;
  /** Nothing is acknowledged for so long when a cell's primary is lost. */
  failoverSeconds: number;
}

export interface Capacity {
  busiestPerSecond: number;
  cellsForRate: number;
  cellsForDisk: number;
  cells: number;
  /** Of one cell at its busiest. */
  utilisation: number;
  terabytesAYear: number;
  terabytesACellAYear: number;
  /** Of one cell's database, where its servers are its own. */
  connectionsOwn: number;
  /** The same where each server asks every cell. */
  connectionsShared: number;
  /** Of all clients, who notice that one cell is lost. */
  clientsOfOne: number;
  /** At the busiest time, until another machine leads. */
  paymentsNotTaken: number;
}

export function planCapacity(demand: Demand): Capacity {
  const busiestPerSecond = (demand.paymentsADay * demand.busiestHour) / 3600;
  const terabytesAYear = (demand.paymentsADay * 365 * demand.kilobytesPerPayment) / 1e9;
  const cellsForRate = Math.ceil(busiestPerSecond / (demand.livesPerSecond * demand.utilisation));
  const cellsForDisk = Math.ceil(terabytesAYear / demand.terabytesACell);
  const cells = Math.max(1, cellsForRate, cellsForDisk);
  const connections = (processes: number) =>
    processes * demand.connectionsAProcess + demand.connectionsBeside;
  return {
    ...{ busiestPerSecond, cellsForRate, cellsForDisk, cells, terabytesAYear },
    utilisation: busiestPerSecond / cells / demand.livesPerSecond,
    terabytesACellAYear: terabytesAYear / cells,
    connectionsOwn: connections(demand.processesACell),
    connectionsShared: connections(demand.processesACell * cells),
    clientsOfOne: 1 / cells,
    paymentsNotTaken: (busiestPerSecond / cells) * demand.failoverSeconds,
  };
}
