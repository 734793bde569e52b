/**
 * The accession number of an exam, by which imaging systems identify the order. Stored in
 * `custom_attributes.accession_number`. Source: choices, "Second part" (Exam).
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { ACCESSION_NUMBER_MAX_CHARS } from '#contract/limits.ts';
import { foldText } from '#records/folded-text.ts';

const KEY = 'accession_number';
/** Control, format and unassigned characters, and the separators of lines and paragraphs. */
const NOT_PRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** 1 to 64 printable characters, not only spaces. */
export function isAccessionNumber(value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '' || NOT_PRINTABLE.test(value)) return false;
  return value.length <= ACCESSION_NUMBER_MAX_CHARS || [...value].length <= ACCESSION_NUMBER_MAX_CHARS;
}

/** Reads the accession number; null where missing or invalid. */
export function accessionNumber(attributes: JsonObject | null): string | null {
  const value = attributes?.[KEY];
  return isAccessionNumber(value) ? value : null;
}

/** Sets the trimmed number, or removes it where empty. */
export function withAccessionNumber(attributes: JsonObject | null, number: string): JsonObject | null {
  const { [KEY]: _, ...rest } = attributes ?? {};
  const trimmed = number.trim();
  if (trimmed !== '') return { ...rest, [KEY]: trimmed };
  return attributes === null ? null : rest;
}

/** Validates the accession number; null counts as absent. @throws invalid_request */
export function checkAccessionNumber(attributes: JsonObject | null | undefined): void {
  const value = attributes?.[KEY];
  if (value === undefined || value === null || isAccessionNumber(value)) return;
  throw new VaultError(
    'invalid_request',
    `record.custom_attributes.${KEY} must be text of 1 to ${ACCESSION_NUMBER_MAX_CHARS} printable characters.`,
  );
}

/** Normalises a number for comparison: ignores case, diacritics and surrounding spaces. */
export function foldAccessionNumber(number: string): string {
  return foldText(number.trim());
}
