import type { ExamSignature } from '#contract/documents/signatures.ts';

/** Whether the version says what was signed: it is the signed one, or one that only notes what came after it. */
export function isOfVersion(
  { version_id, same_versions }: Pick<ExamSignature, 'version_id' | 'same_versions'>,
  version: string | null | undefined,
): boolean {
  return version_id === version || same_versions.some((same) => same === version);
}
