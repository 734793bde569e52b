/** What an import did: counted per resource type, with everything that found no place. */

export type Outcome =
  | 'created'
  | 'updated'
  | 'unchanged'
  /** A newer state of it is there already. */
  | 'older'
  /** A person changed in the vault what its source changed too: the vault's stays. */
  | 'conflict'
  | 'in_trash'
  | 'failed'
  | 'mapped';

/** A record of the vault that is changed, or would be. */
export interface ImportChange {
  readonly file: string;
  readonly resource: string;
  readonly document_id: string;
  /** As the vault has it before. */
  readonly name: string;
  readonly fields: readonly string[];
}

/** A record of which a person changed in the vault what its source changed too: the vault's stays. */
export type ImportKept = ImportChange;

export interface ImportFailure {
  readonly file: string;
  /** `Type/id`, or the place in the file of an entry that is no resource; absent where the whole file is broken. */
  readonly resource?: string;
  readonly code: string;
  readonly message: string;
}

/** What the import left aside, without it being wrong. */
export interface ImportSkip {
  readonly file: string;
  /** The place in the file; absent where the whole file was left aside. */
  readonly place?: string;
  readonly message: string;
}

/** What a person should know of something that came in. */
export interface ImportNotice {
  readonly file: string;
  readonly resource: string;
  readonly message: string;
}

export interface ImportReport {
  readonly dry_run: boolean;
  /** Whether the vault was asked: else what would change in it is not known. */
  readonly vault_seen: boolean;
  /** Every record that was there before and is changed. */
  readonly changes: readonly ImportChange[];
  /** Records of which fields stay as they are in the vault, although their source says otherwise now. */
  readonly kept: readonly ImportKept[];
  /** Exams that come in without a patient and wait in To match. */
  readonly to_match: number;
  readonly files: { readonly read: number; readonly broken: number };
  /** Counts of outcomes by resource type. */
  readonly imported: Readonly<Record<string, Partial<Record<Outcome, number>>>>;
  /** Resources that have no place in the vault, by type. */
  readonly not_imported: Readonly<Record<string, number>>;
  /** Observations and the like that became part of another record, by type. */
  readonly absorbed: Readonly<Record<string, number>>;
  readonly unmapped_fields: Readonly<Record<string, number>>;
  readonly unresolved_references: Readonly<Record<string, number>>;
  /** Files put beside exams: PDFs and other forms of a report, kept sources. */
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
      // Several resources are under way at once: the order they ended in says nothing.
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

/** Files are read several at a time; the report names them in order all the same. */
function byFile(a: { readonly file: string }, b: { readonly file: string }): number {
  return a.file === b.file ? 0 : a.file < b.file ? -1 : 1;
}
