import type { TFunction } from 'i18next';
import type { ExamSignature } from '#contract/documents/signatures.ts';

/** Formats a signer's name. Programs are labelled as such, because a program may have a person's name. */
export function signerName(
  { signed_by, signer }: Pick<ExamSignature, 'signed_by' | 'signer'>,
  t: TFunction,
): string {
  const name = signed_by.display_name;
  if (signer?.kind !== 'sdk') return name;
  return t('review.signature.script', { name, issuer: signer.issued_by.display_name });
}
