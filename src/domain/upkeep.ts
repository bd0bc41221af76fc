import type { PruneBasis } from './removal.js';

/** What to do about the file's size. */
export interface OptimizeStore {
  /** Whether to rewrite the file without its free pages; refused while another process has it open. */
  vacuum: boolean;
}

export interface OptimizedStore {
  /** The full-text tables whose segments were merged. */
  mergedIndexes: string[];
  vacuumed: boolean;
  /** Why the file was not rewritten though it was asked for; null otherwise. */
  vacuumRefused: string | null;
}

/** The automatic upkeep: when it is due, what it removes. */
export interface Upkeep {
  retentionDays: number;
  /** From what the age counts. The reference store counts from the start. */
  basis: PruneBasis;
  minIntervalHours: number;
  /** Whether to rewrite the file when sessions were removed. */
  vacuum: boolean;
}

export const DEFAULT_UPKEEP: Upkeep = {
  retentionDays: 90,
  basis: 'LAST_ACTIVE',
  minIntervalHours: 24,
  vacuum: true,
};

export interface UpkeepReport {
  /** Whether the last run was too recent. */
  skipped: boolean;
  /** How many sessions were removed. */
  pruned: number;
  vacuumed: boolean;
  /** What failed, as a sentence; null when nothing did. */
  error: string | null;
}
