/** Directory record types by storage class; all others are IMAGE. Source: DICOM PS3.3 F.4. */

const STORAGE = '1.2.840.10008.5.1.4.1.1.';
const RECORD_TYPES: readonly (readonly [classes: RegExp, type: string])[] = [
  [/^88\.59$/, 'KEY OBJECT DOC'],
  [/^(?:88\.|78\.6$|79\.1$)/, 'SR DOCUMENT'],
  [/^104\./, 'ENCAP DOC'],
  [/^9\./, 'WAVEFORM'],
  // Presentation states are stored and exported, never applied to a picture here. A structured display has their
  // record type.
  [/^(?:11\.|131$)/, 'PRESENTATION'],
  [/^481\.2$/, 'RT DOSE'],
  [/^481\.3$/, 'RT STRUCTURE SET'],
  [/^481\.[58]$/, 'RT PLAN'],
  [/^481\.[4679]$/, 'RT TREAT RECORD'],
  // Second-generation plans and records, except their two image classes.
  [/^481\.(?:1[0-9]|2[0125])$/, 'RADIOTHERAPY'],
  [/^4\.2$/, 'SPECTROSCOPY'],
  [/^66$/, 'RAW DATA'],
  [/^66\.[13]$/, 'REGISTRATION'],
  [/^66\.2$/, 'FIDUCIAL'],
  [/^66\.5$/, 'SURFACE'],
  [/^66\.6$/, 'TRACT'],
  [/^67$/, 'VALUE MAP'],
  [/^68\.[12]$/, 'SURFACE SCAN'],
  [/^77\.1\.5\.3$/, 'STEREOMETRIC'],
  [/^(?:78\.[1-578]|80\.1)$/, 'MEASUREMENT'],
  [/^90\.1$/, 'ASSESSMENT'],
  [/^91\.1$/, 'ANNOTATION'],
];
/** Delivery instructions have UIDs outside the other storage classes. */
const PLANS = /^1\.2\.840\.10008\.5\.1\.4\.34\.(?:7|10)$/;

export function recordTypeOf(sopClassUid: string): string {
  if (PLANS.test(sopClassUid)) return 'PLAN';
  if (!sopClassUid.startsWith(STORAGE)) return 'IMAGE';
  const own = sopClassUid.slice(STORAGE.length);
  return RECORD_TYPES.find(([classes]) => classes.test(own))?.[1] ?? 'IMAGE';
}
