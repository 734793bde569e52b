/**
 * The accession number of an exam: what imaging systems know the order by. It lies in
 * `custom_attributes.accession_number`. Source: choices, "Second part" (Exam).
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { ACCESSION_NUMBER_MAX_CHARS } from '#contract/limits.ts';
import { foldText } from '#records/folded-text.ts';

const KEY = 'accession_number';
/** Control, format and unassigned characters, and the separators of lines and paragraphs. */
const NOT_PRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** 1 to 64 printable characters, blanks alone are none. */
export function isAccessionNumber(value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '' || NOT_PRINTABLE.test(value)) return false;
  return value.length <= ACCESSION_NUMBER_MAX_CHARS || [...value].length <= ACCESSION_NUMBER_MAX_CHARS;
}

/** Null where there is none, or what stands there is none. */
export function accessionNumber(attributes: JsonObject | null): string | null {
  const value = attributes?.[KEY];
  return isAccessionNumber(value) ? value : null;
}

/** The attributes with the number, or without one where it is empty. Blanks around it go. */
export function withAccessionNumber(attributes: JsonObject | null, number: string): JsonObject | null {
  const { [KEY]: _, ...rest } = attributes ?? {};
  const trimmed = number.trim();
  if (trimmed !== '') return { ...rest, [KEY]: trimmed };
  return attributes === null ? null : rest;
}

/** Null counts as absent. @throws invalid_request for anything else that is no accession number. */
export function checkAccessionNumber(attributes: JsonObject | null | undefined): void {
  const value = attributes?.[KEY];
  if (value === undefined || value === null || isAccessionNumber(value)) return;
  throw new VaultError(
    'invalid_request',
    `record.custom_attributes.${KEY} must be text of 1 to ${ACCESSION_NUMBER_MAX_CHARS} printable characters.`,
  );
}

/** What two spellings of one number have in common: case, diacritics and blanks around it aside. */
export function foldAccessionNumber(number: string): string {
  return foldText(number.trim());
}
