/**
 * What a report's PDF shows as a letter: the letterhead and the recipient. A signed version's are those its first
 * signature kept; any other version has the group's present ones. Without a letterhead, and where nobody asks for a
 * recipient, the report is a plain page. Source: choices, third part, "Letter".
 */

import type { ExamSignature } from '#contract/documents/signatures.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { LetterRecipient, NamedLetterhead } from '#contract/exchange/letter.ts';
import type { VersionId } from '#contract/ids.ts';
import { EMPTY_LETTERHEAD } from '#records/letter/letterhead.ts';
import { isOfVersion } from '#records/reports/signed-versions.ts';
import type { LetterFacts } from './lay-out-letter.ts';

/** Choices of the caller; an undefined one means the default. */
export interface LetterWish {
  /** Name of a letterhead, or `none` for pre-printed paper. */
  readonly letterhead?: string | undefined;
  readonly to?: LetterRecipient | undefined;
}

const PREPRINTED = 'none';

/** The first signature of a version, whose letter is kept. @param signatures newest first */
export function firstSignatureOf(
  signatures: readonly ExamSignature[],
  version: VersionId,
): ExamSignature | undefined {
  return signatures.filter((signature) => isOfVersion(signature, version)).at(-1);
}

/** @param letterheads bound or present ones. @throws not_found where none has the name that is asked for. */
export function letterFacts(
  { letterhead: wanted, to }: LetterWish,
  letterheads: readonly NamedLetterhead[],
  around: Pick<LetterFacts, 'patient_address' | 'text'> & { readonly vault_name: string },
): LetterFacts | undefined {
  const { vault_name, ...shared } = around;
  const isNamed = wanted !== undefined && wanted !== PREPRINTED;
  const chosen = isNamed ? letterheads.find(({ title }) => isSame(title, wanted)) : letterheads[0];
  if (isNamed && chosen === undefined) {
    throw new VaultError(
      'not_found',
      'No letterhead of that name: the group has none, or had none when this version was signed.',
    );
  }
  const isPlain = wanted === undefined && (to === undefined || to === 'none');
  if (chosen === undefined && isPlain) return undefined;
  return {
    ...shared,
    letterhead: chosen?.letterhead ?? { ...EMPTY_LETTERHEAD, name: vault_name },
    shows_head: wanted !== PREPRINTED,
    to: to ?? 'referrer',
  };
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
