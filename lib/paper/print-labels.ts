/** Texts of a printed report by language, shared by the interface's print and the PDF. */

import type { CriticalResult } from '#contract/documents/follow-ups.ts';
import type { PaperLanguage } from '#contract/exchange/paper-locale.ts';
import type { Age } from '#records/identity/age.ts';
import type { Sex } from '#records/identity/sex.ts';
import { criticalSentence } from '#records/reports/critical-line.ts';
import type { ReportState } from '#records/reports/report-status.ts';
import { MISSING_PICTURES, type MissingPicture } from './missing-pictures.ts';

export interface PrintLabels {
  readonly patient: string;
  readonly born: string;
  readonly exam: string;
  readonly performed: string;
  readonly status: string;
  readonly accession: string;
  readonly date: string;
  readonly copyTo: string;
  /** Label of the referrer's question, printed where the report does not repeat it. */
  readonly question: string;
  readonly noPatient: string;
  readonly noTitle: string;
  readonly age: Readonly<Record<Age['unit'], (count: number) => string>>;
  /** Other recorded words are printed unchanged. */
  readonly sexes: Readonly<Record<Sex, string>>;
  readonly states: Readonly<Record<ReportState | 'draft' | 'sealed', string>>;
  readonly version: (seq: number) => string;
  readonly draftOf: (seq: number) => string;
  readonly page: (page: number, pages: number) => string;
  /** Behind the page's number: more follows on the next one. */
  readonly continued: (page: number) => string;
  readonly addendumOn: (page: number) => string;
  readonly draftMark: string;
  readonly sampleMark: string;
  /** Before the state at the foot of every page of an invented patient's report. */
  readonly sampleNote: string;
  readonly preliminaryMark: string;
  readonly toReportMark: string;
  readonly toReportText: string;
  readonly withdrawnMark: string;
  /** Printed instead of the signer on a report entered in error. */
  readonly withdrawnText: string;
  /** Precedes results in the text that their source has withdrawn. */
  readonly withdrawnResults: string;
  readonly criticalResult: string;
  /** A communication noted beside the text, which no signature covers. */
  readonly criticalTold: (critical: CriticalResult) => string;
  readonly notSigned: string;
  readonly unsealed: string;
  readonly sealedLine: (seq: number, at: string) => string;
  readonly seal: string;
  readonly preparedBy: string;
  readonly signature: string;
  readonly unsignedText: string;
  /** Text stating that another version was signed, or that it was signed for another patient. */
  readonly otherSigned: string;
  readonly signedElsewhere: string;
  /** A signer whom only the record states. Anybody who may edit it can write any name there. */
  readonly statedSigner: (who: string) => string;
  readonly intents: Readonly<
    Record<'final' | 'addendum' | 'amended' | 'co_signed', (name: string, at: string) => string>
  >;
  /** A program as signer, whose name was chosen by its issuer. */
  readonly script: (name: string, issuer: string) => string;
  readonly withKey: (line: string, key: string) => string;
  readonly verify: (vault: string, date: string, time: string, seq: number) => string;
  readonly verifyDraft: (vault: string) => string;
  /** Name of a figure, read aloud before its caption. */
  readonly picture: (modality: string | null) => string;
  /** Beside a length measured at the detector. */
  readonly atDetector: string;
  readonly missingPictures: Readonly<Record<MissingPicture, string>>;
}

const en: PrintLabels = {
  patient: 'Patient',
  born: 'Born',
  exam: 'Exam',
  performed: 'Performed',
  status: 'Status',
  accession: 'Accession',
  date: 'Date',
  copyTo: 'Copy to',
  question: 'Clinical question',
  noPatient: 'No patient linked',
  noTitle: 'Exam without a title',
  age: {
    days: (count) => `${count} d`,
    weeks: (count) => `${count} wk`,
    months: (count) => `${count} mo`,
    years: (count) => `${count} y`,
  },
  sexes: { female: 'female', male: 'male', other: 'other', unknown: 'unknown' },
  states: {
    draft: 'Draft',
    sealed: 'Sealed',
    toReport: 'To report',
    preliminary: 'Preliminary',
    final: 'Final',
    appended: 'Addendum added',
    amended: 'Amended',
    corrected: 'Corrected',
    enteredInError: 'Entered in error',
  },
  version: (seq) => `version ${seq}`,
  draftOf: (seq) => `from version ${seq}`,
  page: (page, pages) => `Page ${page} of ${pages}`,
  continued: (page) => `continued on page ${page}`,
  addendumOn: (page) => `addendum on page ${page}`,
  draftMark: 'DRAFT',
  sampleMark: 'SAMPLE',
  sampleNote: 'SAMPLE, invented patient',
  preliminaryMark: 'PRELIMINARY',
  toReportMark: 'TO REPORT',
  toReportText: 'To report: nobody has read this exam yet',
  withdrawnMark: 'WITHDRAWN',
  withdrawnText: 'withdrawn, entered in error; nothing on this page is valid',
  withdrawnResults: 'No longer valid, withdrawn by their source',
  criticalResult: 'Critical result',
  criticalTold: (critical) => `${criticalSentence(critical, 'en')} Noted beside the text of the report.`,
  notSigned: 'Preliminary, not yet signed',
  unsealed: 'Not sealed',
  sealedLine: (seq, at) => `Version ${seq}, sealed ${at},`,
  seal: 'seal',
  preparedBy: 'Prepared by',
  signature: 'Signature',
  signedElsewhere: 'none recorded here; the status is that of its source',
  statedSigner: (who) => `${who}, as stated with the report; no signature on this page proves it`,
  unsignedText: 'not yet signed; this page is void once a final report exists',
  otherSigned: 'none of this text: another version was signed, or for another patient',
  intents: {
    final: (name, at) => `Signed as final by ${name}, ${at}`,
    addendum: (name, at) => `Addendum signed by ${name}, ${at}`,
    amended: (name, at) => `Amendment signed by ${name}, ${at}`,
    co_signed: (name, at) => `Co-signed by ${name}, ${at}`,
  },
  script: (name, issuer) => `the program «${name}», admitted by ${issuer}`,
  withKey: (line, key) => `${line}, two keys, fingerprint ${key}`,
  verify: (vault, date, time, seq) =>
    `Sealed in the vault «${vault}» on ${date} at ${time}. The figure is the seal of that vault. To check this print, open version ${seq} of the exam and compare the seal line at the foot of each page.`,
  verifyDraft: (vault) => `This is a draft in the vault «${vault}» and was never sealed.`,
  atDetector: 'at the detector',
  picture: (modality) => (modality === null ? 'Picture' : `Picture (${modality})`),
  missingPictures: MISSING_PICTURES.en,
};

const de: PrintLabels = {
  patient: 'Patient',
  born: 'Geboren',
  exam: 'Untersuchung',
  performed: 'Durchgeführt',
  status: 'Stand',
  accession: 'Auftragsnummer',
  date: 'Datum',
  copyTo: 'Kopie an',
  question: 'Fragestellung',
  noPatient: 'Kein Patient verknüpft',
  noTitle: 'Untersuchung ohne Titel',
  age: {
    days: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
    weeks: (count) => `${count} Wo.`,
    months: (count) => `${count} Mon.`,
    years: (count) => `${count} J.`,
  },
  sexes: { female: 'weiblich', male: 'männlich', other: 'divers', unknown: 'unbekannt' },
  states: {
    draft: 'Entwurf',
    sealed: 'Versiegelt',
    toReport: 'Zu befunden',
    preliminary: 'Vorläufig',
    final: 'Endgültig',
    appended: 'Nachtrag',
    amended: 'Geändert',
    corrected: 'Berichtigt',
    enteredInError: 'Irrtümlich',
  },
  version: (seq) => `Version ${seq}`,
  draftOf: (seq) => `aus Version ${seq}`,
  page: (page, pages) => `Seite ${page} von ${pages}`,
  continued: (page) => `weiter auf Seite ${page}`,
  addendumOn: (page) => `Nachtrag auf Seite ${page}`,
  draftMark: 'ENTWURF',
  sampleMark: 'MUSTER',
  sampleNote: 'MUSTER, erfundener Patient',
  preliminaryMark: 'VORLÄUFIG',
  toReportMark: 'ZU BEFUNDEN',
  toReportText: 'Zu befunden: Diese Untersuchung hat noch niemand gelesen',
  withdrawnMark: 'ZURÜCKGEZOGEN',
  withdrawnText: 'zurückgezogen, irrtümlich erfasst; nichts auf dieser Seite gilt',
  withdrawnResults: 'Nicht mehr gültig, von der Quelle zurückgezogen',
  criticalResult: 'Kritischer Befund',
  criticalTold: (critical) => `${criticalSentence(critical, 'de')} Neben dem Text des Berichts vermerkt.`,
  notSigned: 'Vorläufig, noch nicht signiert',
  unsealed: 'Nicht versiegelt',
  sealedLine: (seq, at) => `Version ${seq}, versiegelt ${at},`,
  seal: 'Siegel',
  preparedBy: 'Erstellt von',
  signature: 'Signatur',
  signedElsewhere: 'hier keine vermerkt; der Status ist der seiner Quelle',
  statedSigner: (who) => `${who}, laut Angabe im Bericht; keine Signatur auf dieser Seite belegt es`,
  unsignedText: 'noch nicht signiert; diese Seite wird ungültig, sobald es einen endgültigen Bericht gibt',
  otherSigned: 'keine dieses Textes: signiert wurde eine andere Version oder für einen anderen Patienten',
  intents: {
    final: (name, at) => `Endgültig signiert von ${name}, ${at}`,
    addendum: (name, at) => `Nachtrag signiert von ${name}, ${at}`,
    amended: (name, at) => `Änderung signiert von ${name}, ${at}`,
    co_signed: (name, at) => `Mitgezeichnet von ${name}, ${at}`,
  },
  script: (name, issuer) => `dem Programm «${name}», zugelassen von ${issuer}`,
  withKey: (line, key) => `${line}, zwei Schlüssel, Fingerabdruck ${key}`,
  verify: (vault, date, time, seq) =>
    `Versiegelt im Tresor «${vault}» am ${date} um ${time}. Die Figur ist das Siegel dieses Tresors. Zum Prüfen öffnen Sie Version ${seq} der Untersuchung und vergleichen die Siegelzeile am Fuß jeder Seite.`,
  verifyDraft: (vault) => `Dies ist ein Entwurf im Tresor «${vault}» und wurde nie versiegelt.`,
  atDetector: 'am Detektor',
  picture: (modality) => (modality === null ? 'Bild' : `Bild (${modality})`),
  missingPictures: MISSING_PICTURES.de,
};

export const PRINT_LABELS: Readonly<Record<PaperLanguage, PrintLabels>> = { en, de };
