/** Quarantines sealed files without a row, restores those referenced again, and reports both. */
import { createFindReferencedBlobs } from '#server/storage/drives/find-referenced-blobs.ts';
import type { DrivesCore } from './drives-shared-stores.ts';

export async function quarantineOrphanedBlobs(core: DrivesCore): Promise<void> {
  const { quarantined, back } = await core.blobs.sweep(createFindReferencedBlobs(core.deps.db));
  for (const name of quarantined) core.deps.findings.report('quarantined', name);
  for (const name of back) core.deps.findings.resolve('quarantined', name);
}
