import type { ExamSignature } from '#contract/documents/signatures.ts';

/** True when the version is the signed one, or only adds notes to it. */
export function isOfVersion(
  { version_id, same_versions }: Pick<ExamSignature, 'version_id' | 'same_versions'>,
  version: string | null | undefined,
): boolean {
  return version_id === version || same_versions.some((same) => same === version);
}
