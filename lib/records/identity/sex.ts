/**
 * The words of a recorded sex that have a meaning elsewhere (FHIR's AdministrativeGender, HL7's table 0001, DICOM's
 * Patient's Sex). A record may say anything; letters of either case say the same.
 */
export const SEXES = ['female', 'male', 'other', 'unknown'] as const;
export type Sex = (typeof SEXES)[number];

/** Undefined where nothing is recorded, or a word of the record's own. */
export function sexOf(recorded: string | null | undefined): Sex | undefined {
  const word = recorded?.toLowerCase();
  return SEXES.find((sex) => sex === word);
}
