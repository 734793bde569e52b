/**
 * Recorded sexes with a meaning in other standards (FHIR's AdministrativeGender, HL7's table 0001, DICOM's Patient's
 * Sex). Records may contain other words; case is ignored.
 */
export const SEXES = ['female', 'male', 'other', 'unknown'] as const;
export type Sex = (typeof SEXES)[number];

/** Normalises a recorded sex; undefined where nothing, or another word, is recorded. */
export function sexOf(recorded: string | null | undefined): Sex | undefined {
  const word = recorded?.toLowerCase();
  return SEXES.find((sex) => sex === word);
}
