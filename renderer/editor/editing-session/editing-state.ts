/**
 * State of the editing session of one report for the banner, the save status and the panels. Contains no
 * report text.
 */

import type { CosignRequest } from '#contract/documents/cosign-requests.ts';
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import type { DocumentVersion, DraftState } from '#contract/documents/views.ts';
import type { PresentSession } from '#contract/events/presence.ts';
import { completeRecord } from '#records/complete-record.ts';
import type { ReportFacts } from '#records/reports/report-status.ts';
import { metaOf, type ReportMeta } from './report-documents.ts';

export type Saving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving'; readonly isSlow: boolean }
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Conflict {
  /** Version another person sealed meanwhile. */
  readonly theirs: DocumentVersion;
  /** What that version says of the report; undefined where it could not be read. */
  readonly facts: ReportFacts | undefined;
}

/**
 * A version that another person sealed meanwhile and that changed other sections than this text. It can be
 * merged without a conflict.
 */
export interface IncomingVersionOffer {
  readonly version: DocumentVersion;
  readonly facts: ReportFacts;
  /**
   * Titles of the sections that version changed, and of those changed here. Empty for the text before the
   * first heading.
   */
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
  /** True when the person postponed the notice; the marks in the text stay. */
  readonly isLater: boolean;
}

/** Sections changed by an incoming version; marked until the text is sealed. */
export interface NewSections {
  readonly seq: number;
  /** Section keys in the form of `sectionKeys`. */
  readonly sections: readonly string[];
}

/** Reason why the text is read-only now. */
export type ReadOnlyReason = 'signed' | 'newer_feature' | 'trashed' | 'role' | 'old_version';

export interface EditingState {
  readonly phase: 'opening' | 'open' | 'failed';
  readonly error: unknown;
  readonly index: DocumentIndex | undefined;
  readonly meta: ReportMeta;
  /** Versions of the report, newest first. */
  readonly versions: readonly DocumentVersion[];
  /** Merge base: the version this text was started from. */
  readonly base_version_id: string | null;
  readonly draft: DraftState | undefined;
  /** A draft that another window saved instead. Nothing is saved until the person chooses one. */
  readonly otherDraft: DraftState | undefined;
  /** True after sealing moved a draft of another window to Recovered text. */
  readonly setAside: boolean;
  /** True while the notice about an opened earlier draft is shown. */
  readonly foundDraft: boolean;
  /** True when the text differs from its merge base. */
  readonly changed: boolean;
  readonly saving: Saving;
  readonly acting: 'seal' | 'sign' | 'discard' | undefined;
  readonly actError: unknown;
  /** Version this window sealed last; cleared by the next edit. */
  readonly sealed:
    | { readonly how: 'sealed' | 'signed'; readonly seq: number; readonly at: string }
    | undefined;
  readonly conflict: Conflict | undefined;
  /** Newest first; empty where the report has no signature. */
  readonly signatures: readonly ExamSignature[];
  readonly signaturesError: unknown;
  /** Requests to co-sign, newest first, shown beside the signatures. */
  readonly cosign: readonly CosignRequest[];
  readonly elsewhere: IncomingVersionOffer | undefined;
  readonly newIn: NewSections | undefined;
  /** Other windows that have this exam open. */
  readonly present: readonly PresentSession[];
  readonly readOnly: ReadOnlyReason | undefined;
  /** Increases whenever another text is put into the editor. */
  readonly textEpoch: number;
}

export const NO_META: ReportMeta = metaOf(completeRecord('exams', {}));

export const OPENING: EditingState = {
  phase: 'opening',
  error: undefined,
  index: undefined,
  meta: NO_META,
  versions: [],
  base_version_id: null,
  draft: undefined,
  otherDraft: undefined,
  setAside: false,
  foundDraft: false,
  changed: false,
  saving: { kind: 'idle' },
  acting: undefined,
  actError: undefined,
  sealed: undefined,
  conflict: undefined,
  signatures: [],
  signaturesError: undefined,
  cosign: [],
  elsewhere: undefined,
  newIn: undefined,
  present: [],
  readOnly: undefined,
  textEpoch: 0,
};

export function versionOf(state: EditingState, versionId: string | null): DocumentVersion | undefined {
  return state.versions.find((version) => version.version_id === versionId);
}

/** Returns the number of the merge base; 0 without one. */
export function baseSeq(state: EditingState): number {
  return versionOf(state, state.base_version_id)?.seq ?? state.index?.meta.seq ?? 0;
}

/** Returns the version that another person sealed while this text was open, from a conflict or an offer. */
export function theirVersion(state: EditingState): DocumentVersion | undefined {
  return state.conflict?.theirs ?? state.elsewhere?.version;
}

/** Returns what that version says of the report, as far as it could be read and is the one asked for. */
export function theirFacts(
  state: EditingState,
  versionId = theirVersion(state)?.version_id,
): ReportFacts | undefined {
  if (theirVersion(state)?.version_id !== versionId) return undefined;
  return state.conflict ? state.conflict.facts : state.elsewhere?.facts;
}

export function latestSeq(state: EditingState): number {
  return state.versions[0]?.seq ?? state.index?.meta.seq ?? 0;
}
