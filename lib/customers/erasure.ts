/** That what is personal of a customer was, or is being, erased. It does not say whose. */
export interface Erasure {
  id: string;
  askedAt: Date;
  askedByName: string;
  /** Payments that name nobody any more. */
  erased: number;
  /** Payments that keep number and name for the law, and until when the last of them does. */
  kept: number;
  keptUntil: Date | null;
  /** A worker has not been through all of it yet. */
  isUnderWay: boolean;
}

export interface ErasureRow {
  id: string;
  asked_at: string;
  asked_by_name: string;
  erased: number;
  kept: number;
  kept_until: string | null;
  run_at: string | null;
}

export function erasureOf(row: ErasureRow): Erasure {
  return {
    id: row.id,
    askedAt: new Date(row.asked_at),
    askedByName: row.asked_by_name,
    erased: row.erased,
    kept: row.kept,
    keptUntil: row.kept_until === null ? null : new Date(row.kept_until),
    isUnderWay: row.run_at !== null && row.kept_until === null,
  };
}

export function presentErasure(erasure: Erasure) {
  return {
    id: erasure.id,
    asked_at: erasure.askedAt.toISOString(),
    asked_by: erasure.askedByName,
    erased_payments: erasure.erased,
    kept_payments: erasure.kept,
    kept_until: erasure.keptUntil?.toISOString() ?? null,
    status: erasure.isUnderWay ? ('UNDER_WAY' as const) : ('DONE' as const),
  };
}

export type PresentedErasure = ReturnType<typeof presentErasure>;
