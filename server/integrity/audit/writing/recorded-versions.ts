/** Collects the versions recorded in the audit log, and finds documents whose newest version is not recorded. */

import type { DocumentId, VersionId } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { createSpilledTable } from '#server/storage/maintenance/spilled-table.ts';

export interface ExpectedVersion {
  readonly document_id: DocumentId;
  readonly version_id: VersionId;
  readonly created_at: string;
}

export function createRecordedVersions() {
  const told = createSpilledTable<{ name: string }>([]);

  return {
    see: (versionId: string) => told.put({ name: versionId }),
    /** `readOn` reads entries written since the log was read, because `expected` may be newer. */
    async listMissing(
      expected: () => Iterable<readonly ExpectedVersion[]>,
      since: string,
      readOn: () => Promise<void>,
    ): Promise<Finding[]> {
      const missing: ExpectedVersion[] = [];
      for (const page of expected()) {
        for (const version of page)
          if (version.created_at > since && told.find(version.version_id) === undefined)
            missing.push(version);
      }
      if (missing.length > 0) await readOn();
      return missing
        .filter(({ version_id }) => told.find(version_id) === undefined)
        .map(({ document_id }) => finding('audit_behind', document_id));
    },
    close: told.close,
  };
}
