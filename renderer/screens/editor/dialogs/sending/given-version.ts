import type { ExamSignature } from '#contract/documents/signatures.ts';
import { isOfVersion } from '#records/reports/signed-versions.ts';
import { baseSeq, type EditingState, latestSeq } from '#renderer/editor/editing-session/editing-state.ts';

interface GivenVersion {
  readonly version_id: string | null;
  readonly seq: number;
  /** The signature of that very version, not a co-signature; undefined where it has none. */
  readonly signature: ExamSignature | undefined;
}

/** The version that leaves the vault: the newest sealed one, whatever is being written on top of it or beside it. */
export function givenVersion(state: EditingState): GivenVersion {
  const version_id = state.versions[0]?.version_id ?? state.base_version_id;
  return { version_id, seq: latestSeq(state), signature: signatureOf(state, version_id) };
}

/** The version that is printed: the one on screen, also while a newer one is only offered. */
export function printedVersion(state: EditingState): GivenVersion {
  const { base_version_id: version_id } = state;
  return { version_id, seq: baseSeq(state), signature: signatureOf(state, version_id) };
}

function signatureOf({ signatures }: EditingState, versionId: string | null): ExamSignature | undefined {
  return signatures.find((each) => each.intent !== 'co_signed' && isOfVersion(each, versionId));
}
