/**
 * State of the editing session of one report, as the banner, the save line and the panels show it. Contains no
 * report text.
 */

import type { CosignRequest } from '#contract/documents/cosign-requests.ts';
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import type { DocumentVersion, DraftState } from '#contract/documents/views.ts';
import type { PresentSession } from '#contract/events/presence.ts';
import { completeRecord } from '#records/complete-record.ts';
import { metaOf, type ReportMeta } from './report-documents.ts';

export type Saving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving'; readonly isSlow: boolean }
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Conflict {
  /** The version another person sealed. */
  readonly theirs: DocumentVersion;
}

/** A version that another person sealed meanwhile, in other sections than those changed here. */
export interface IncomingVersionOffer {
  readonly version: DocumentVersion;
  /** Titles of the sections it changed, and of those changed here; empty for the text before the first heading. */
  readonly theirs: readonly string[];
  readonly mine: readonly string[];
  /** The notice was put off; the marks stay. */
  readonly isLater: boolean;
}

/** Sections changed by an incoming version; marked until the text is sealed. */
export interface NewSections {
  readonly seq: number;
  /** As `sectionKeys` names them. */
  readonly sections: readonly string[];
}

/** Why the text cannot be changed now. */
export type ReadOnlyReason = 'signed' | 'newer_feature' | 'trashed' | 'role' | 'old_version';

export interface EditingState {
  readonly phase: 'opening' | 'open' | 'failed';
  readonly error: unknown;
  readonly index: DocumentIndex | undefined;
  readonly meta: ReportMeta;
  /** Newest first. */
  readonly versions: readonly DocumentVersion[];
  /** The version the text was begun from. */
  readonly base_version_id: string | null;
  readonly draft: DraftState | undefined;
  /** The draft that another window put in the place of this one; nothing is saved until the person chooses. */
  readonly otherDraft: DraftState | undefined;
  /** Sealing moved a draft of another window to Recovered text. */
  readonly setAside: boolean;
  /** A draft of an earlier session was opened and the bar about it is still there. */
  readonly foundDraft: boolean;
  /** The text differs from the version it was begun from. */
  readonly changed: boolean;
  readonly saving: Saving;
  readonly acting: 'seal' | 'sign' | 'discard' | undefined;
  readonly actError: unknown;
  /** What was sealed last in this window, until the next edit. */
  readonly sealed:
    | { readonly how: 'sealed' | 'signed'; readonly seq: number; readonly at: string }
    | undefined;
  readonly conflict: Conflict | undefined;
  /** Newest first; empty where the report has no signature. */
  readonly signatures: readonly ExamSignature[];
  readonly signaturesError: unknown;
  /** Requests to co-sign, newest first, as they are shown beside the signatures. */
  readonly cosign: readonly CosignRequest[];
  readonly elsewhere: IncomingVersionOffer | undefined;
  readonly newIn: NewSections | undefined;
  /** Other windows that have this exam open. */
  readonly present: readonly PresentSession[];
  readonly readOnly: ReadOnlyReason | undefined;
  /** Replaced whenever another text is put into the editor. */
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

/** Number of the version the text was begun from; 0 without one. */
export function baseSeq(state: EditingState): number {
  return versionOf(state, state.base_version_id)?.seq ?? state.index?.meta.seq ?? 0;
}

/** The version that another person sealed while this text was open. */
export function theirVersion(state: EditingState): DocumentVersion | undefined {
  return state.conflict?.theirs ?? state.elsewhere?.version;
}

export function latestSeq(state: EditingState): number {
  return state.versions[0]?.seq ?? state.index?.meta.seq ?? 0;
}
