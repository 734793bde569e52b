/** Tests which version and signature are named when a report leaves the vault, and when it is printed. */
import { expect, test } from 'vitest';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import type { DocumentVersion } from '#contract/documents/views.ts';
import { type EditingState, OPENING } from '#renderer/editor/editing-session/editing-state.ts';
import { givenVersion, printedVersion } from '#renderer/screens/editor/dialogs/sending/given-version.ts';

const version = (version_id: string, seq: number) => ({ version_id, seq }) as unknown as DocumentVersion;
const signature = (version_id: string, intent = 'final') =>
  ({ version_id, intent, same_versions: [] }) as unknown as ExamSignature;
const FIRST = signature('first');
const SECOND = signature('second');
/** A second version was signed elsewhere, and is only offered here. */
const OFFERED: EditingState = {
  ...OPENING,
  versions: [version('second', 2), version('first', 1)],
  base_version_id: 'first' as EditingState['base_version_id'],
  signatures: [signature('first', 'co_signed'), SECOND, FIRST],
};

test('files are of the newest version, with its signature', () => {
  expect(givenVersion(OFFERED)).toEqual({ version_id: 'second', seq: 2, signature: SECOND });
});

test('the letter is of the version on screen, with its signature, while a newer one is offered', () => {
  expect(printedVersion(OFFERED)).toEqual({ version_id: 'first', seq: 1, signature: FIRST });
  const unsigned = { ...OFFERED, signatures: [SECOND] };
  expect(printedVersion(unsigned)).toMatchObject({ seq: 1, signature: undefined });
});

test('once it is taken in, both are the same', () => {
  const taken = { ...OFFERED, base_version_id: 'second' as EditingState['base_version_id'] };
  expect(printedVersion(taken)).toEqual(givenVersion(taken));
});
