export const firstDay = {
  bring: 'Bring in what you have',
  bringText: 'Sealed as it arrives. The same source again adds only what is new.',
  drop: 'Drop files or folders anywhere in this window',
  kinds: 'DICOM, FHIR',
  examText: 'A patient, a modality and a template. The report opens at once.',
  sample: 'Look around in a sample practice',
  sampleText: 'Invented patients beside your own records. Made in some seconds.',
} as const;
