/** Shape of the texts of a printed report in one language. */
import type { CriticalResult } from '#contract/documents/follow-ups.ts';
import type { MissingPicture } from '#paper/missing-pictures.ts';
import type { Age } from '#records/identity/age.ts';
import type { Sex } from '#records/identity/sex.ts';
import type { ReportState } from '#records/reports/report-status.ts';

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
