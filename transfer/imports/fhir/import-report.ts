/** The report of an import: counts by resource type, and everything without a place in the vault. */

export type Outcome =
  | 'created'
  | 'updated'
  | 'unchanged'
  /** The vault already has a newer version. */
  | 'older'
  /** Changed both in the vault and at the source: the vault's value stays. */
  | 'conflict'
  | 'in_trash'
  | 'failed'
  | 'mapped';

/** A record that is changed, or would be in a dry run. */
export interface ImportChange {
  readonly file: string;
  readonly resource: string;
  readonly document_id: string;
  /** Name in the vault before the change. */
  readonly name: string;
  readonly fields: readonly string[];
}

/** A record with fields changed both in the vault and at the source: the vault's values stay. */
export type ImportKept = ImportChange;

export interface ImportFailure {
  readonly file: string;
  /** `Type/id`, or the position of a faulty entry; absent where the whole file is faulty. */
  readonly resource?: string;
  readonly code: string;
  readonly message: string;
}

/** Content the import skipped without an error. */
export interface ImportSkip {
  readonly file: string;
  /** Position in the file; absent where the whole file was skipped. */
  readonly place?: string;
  readonly message: string;
}

/** Information about an imported resource for a person. */
export interface ImportNotice {
  readonly file: string;
  readonly resource: string;
  readonly message: string;
}

export interface ImportReport {
  readonly dry_run: boolean;
  /** True when the vault was read; otherwise changes are unknown. */
  readonly vault_seen: boolean;
  /** Every existing record that is changed. */
  readonly changes: readonly ImportChange[];
  /** Records with fields that stay although the source differs. */
  readonly kept: readonly ImportKept[];
  /** Imported exams without a patient, listed as unmatched. */
  readonly to_match: number;
  readonly files: { readonly read: number; readonly broken: number };
  /** Counts of outcomes by resource type. */
  readonly imported: Readonly<Record<string, Partial<Record<Outcome, number>>>>;
  /** Resources without a place in the vault, by type. */
  readonly not_imported: Readonly<Record<string, number>>;
  /** Observations and others that became part of another record, by type. */
  readonly absorbed: Readonly<Record<string, number>>;
  readonly unmapped_fields: Readonly<Record<string, number>>;
  readonly unresolved_references: Readonly<Record<string, number>>;
  /** Files added to exams: PDFs and other forms of a report, archived sources. */
  readonly files_attached: number;
  readonly notices: readonly ImportNotice[];
  readonly skipped: readonly ImportSkip[];
  readonly failures: readonly ImportFailure[];
}

export function createImportTally(dryRun: boolean, vaultSeen: boolean) {
  const changes: ImportChange[] = [];
  const kept: ImportKept[] = [];
  let toMatch = 0;
  const files = { read: 0, broken: 0 };
  const imported: Record<string, Partial<Record<Outcome, number>>> = {};
  const notImported = new Map<string, number>();
  const absorbed = new Map<string, number>();
  const unmapped = new Map<string, number>();
  const unresolved = new Map<string, number>();
  const failures: ImportFailure[] = [];
  const skipped: ImportSkip[] = [];
  const notices: ImportNotice[] = [];
  let filesAttached = 0;
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const typeOf = (bareId: string) => bareId.split('/')[0] ?? bareId;

  return {
    fileRead: () => {
      files.read += 1;
    },
    fileBroken: (failure: ImportFailure) => {
      files.broken += 1;
      failures.push(failure);
    },
    outcome: (bareId: string, outcome: Outcome) => {
      const counts = imported[typeOf(bareId)] ?? {};
      imported[typeOf(bareId)] = counts;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    },
    failed: (failure: ImportFailure) => failures.push(failure),
    skipped: (skip: ImportSkip) => skipped.push(skip),
    attached: (files: number) => {
      filesAttached += files;
    },
    changed: (change: ImportChange) => changes.push(change),
    kept: (one: ImportKept) => kept.push(one),
    toMatch: () => {
      toMatch += 1;
    },
    notice: (notice: ImportNotice) => notices.push(notice),
    notImported: (bareId: string) => count(notImported, typeOf(bareId)),
    absorbed: (bareId: string) => count(absorbed, typeOf(bareId)),
    unmapped: (fields: readonly string[]) => {
      for (const field of fields) count(unmapped, field);
    },
    unresolved: (field: string) => count(unresolved, field),
    report: (): ImportReport => ({
      dry_run: dryRun,
      vault_seen: vaultSeen,
      changes: changes.toSorted(byFile),
      kept: kept.toSorted(byFile),
      to_match: toMatch,
      files,
      // Sorted, because resources are imported concurrently.
      imported: sorted(new Map(Object.entries(imported))),
      not_imported: sorted(notImported),
      absorbed: sorted(absorbed),
      unmapped_fields: sorted(unmapped),
      unresolved_references: sorted(unresolved),
      files_attached: filesAttached,
      notices: notices.toSorted(byFile),
      skipped: skipped.toSorted(byFile),
      failures: failures.toSorted(byFile),
    }),
  };
}

export type ImportTally = ReturnType<typeof createImportTally>;

function sorted<Value>(counts: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b)));
}

/** Sorted by file, because files are read concurrently. */
function byFile(a: { readonly file: string }, b: { readonly file: string }): number {
  return a.file === b.file ? 0 : a.file < b.file ? -1 : 1;
}
