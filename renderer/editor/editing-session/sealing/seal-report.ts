/**
 * Seals a new version if no other was sealed meanwhile. A conflict leaves the text and autosave unchanged,
 * and the person chooses.
 * Source: clinician's reference, "Conflict flow"; API spec, PUT.
 */

import { reportFacts, withFactsOf, withReportFacts, withSealReason } from '#records/reports/report-status.ts';
import { clearLocalHistory } from '#renderer/editor/editing-session/drafts/record-local-history.ts';
import {
  discardOtherDraft,
  giveUpMine,
} from '#renderer/editor/editing-session/drafts/resolve-draft-conflict.ts';
import {
  type EditingSession,
  openReport,
  readOnlyReason,
  showText,
  whenActionDone,
} from '#renderer/editor/editing-session/editing-session.ts';
import { theirFacts } from '#renderer/editor/editing-session/editing-state.ts';
import { conflictWith } from '#renderer/editor/editing-session/merging/assess-incoming-version.ts';
import { metaOnTop } from '#renderer/editor/editing-session/merging/place-on-top.ts';
import { metaOf, type ReportView } from '#renderer/editor/editing-session/report-documents.ts';
import { confirmPatientSwitch } from '#renderer/editor/guard/patient-switch.ts';
import { ChangedWhileSigningError } from '#renderer/state/unsaved/changed-while-signing.ts';
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { ConflictError } from '#sdk/errors.ts';
import { type CheckedText, isAsChecked } from './checked-text.ts';
import { intentOf, loadSignatures, signVersion } from './report-signatures.ts';

export interface Signer {
  readonly name: string;
  readonly now: () => Date;
}

/** The version that must still be the newest; undefined means the merge base. */
type Expected = string | undefined;
/**
 * Seals the text as a version. Returns false on failure, with the conflict or error in the state. Never used
 * for an addendum or amendment, because `sealPending` signs those.
 */
export async function sealVersion(
  work: EditingSession,
  expected?: Expected,
  reason?: string,
): Promise<boolean> {
  if (!(await maySeal(work))) return false;
  const { meta } = work.store.getState();
  const { status, pending } = reportFacts(meta.custom_attributes);
  if (pending) return false;
  const attributes =
    work.documents.resource === 'exams' && status === null
      ? withReportFacts(meta.custom_attributes, { status: 'preliminary' })
      : meta.custom_attributes;
  return seal(work, 'seal', attributes, expected, reason);
}

/**
 * Seals and signs the report as final. Called by the sign gate and by `useSeal` with what they have checked. A report
 * that changed since is refused, with a `ChangedWhileSigningError` in the state.
 */
export async function signAsFinal(
  work: EditingSession,
  signer: Signer,
  checked: CheckedText,
  expected?: Expected,
): Promise<boolean> {
  if (!(await maySeal(work))) return false;
  const { meta } = work.store.getState();
  if (reportFacts(meta.custom_attributes).pending) return sealPending(work, signer, checked, expected);
  const signed = withReportFacts(meta.custom_attributes, signature('final', signer));
  return seal(work, 'sign', signed, expected, undefined, checked);
}

/** Asks about a change of patient before any wait: after it the person may be on another page. */
async function maySeal(work: EditingSession): Promise<boolean> {
  return (await confirmPatientSwitch(work.documents.id)) && (await inTurn(work));
}

/**
 * Waits for a running action, then returns true if the requested one should start. After a wait it starts
 * only if edits are left, no conflict was found and the report was not signed meanwhile.
 */
async function inTurn(work: EditingSession): Promise<boolean> {
  if (work.store.getState().acting === undefined) return work.store.getState().readOnly === undefined;
  await whenActionDone(work);
  const { changed, conflict, readOnly } = work.store.getState();
  return changed && conflict === undefined && readOnly === undefined;
}

/** Seals and signs an addendum or amendment in one step, because the report was already final. */
function sealPending(
  work: EditingSession,
  signer: Signer,
  checked: CheckedText,
  expected: Expected,
): Promise<boolean> {
  const { meta } = work.store.getState();
  const { pending } = reportFacts(meta.custom_attributes);
  const status = pending?.kind === 'addendum' ? 'appended' : (pending?.kind ?? 'final');
  const reason = pending && pending.kind !== 'addendum' ? pending.reason : undefined;
  const amended = reason === undefined ? {} : { amend_reason: reason };
  const facts = { ...signature(status, signer), ...amended, pending: undefined };
  return seal(work, 'sign', withReportFacts(meta.custom_attributes, facts), expected, reason, checked);
}

function signature(status: string, signer: Signer): Readonly<Record<string, unknown>> {
  return { status, signed_by: signer.name, signed_at: signer.now().toISOString() };
}

async function seal(
  work: EditingSession,
  act: 'seal' | 'sign',
  attributes: ReportView['record']['custom_attributes'],
  expected: Expected,
  reason?: string,
  checked?: CheckedText,
): Promise<boolean> {
  if (work.store.getState().acting) return false;
  work.set({ acting: act, actError: undefined });
  // Wait for a running save, because a late draft would outlive the new version.
  await work.clock.flush().catch(() => undefined);
  if (checked && !isAsChecked(work, checked)) {
    work.set({ acting: undefined, actError: new ChangedWhileSigningError() });
    return false;
  }
  const { base_version_id: base } = work.store.getState();
  const replaced = expected ?? base;
  work.clock.markClean();
  const custom_attributes = withSealReason(attributes, reason, replaced);
  const record = { ...work.record(), custom_attributes };
  const before = work.text.lexical();
  try {
    // First, because it refuses to replace a signed version.
    const onTop = { ...record, ...(await metaOnTop(work, metaOf(record), replaced)) };
    if (await discardOtherDraft(work)) work.set({ setAside: true });
    const { draft } = work.store.getState();
    const view = await work.documents.seal(onTop, replaced);
    const isStill = work.text.lexical() === before;
    // The vault deletes a draft of the replaced version; delete a draft of an older version here.
    if (draft && draft.base_version_id !== replaced)
      await work.documents.discardDraft().catch(() => undefined);
    await sealed(work, view, act, isStill);
    if (act === 'sign' && view.version_id !== null) {
      await signVersion(work, view.version_id, intentOf(reportFacts(attributes).status));
    }
    return true;
  } catch (error) {
    if (error instanceof ConflictError && error.code === 'version_conflict') await showConflict(work);
    else work.set({ actError: error });
    if (work.store.getState().changed) work.clock.markDirty();
    return false;
  } finally {
    work.set({ acting: undefined });
  }
}

async function sealed(
  work: EditingSession,
  view: ReportView,
  act: 'seal' | 'sign',
  isStill: boolean,
): Promise<void> {
  const versions = await work.documents.versions().catch(() => work.store.getState().versions);
  const seq = versions.find((version) => version.version_id === view.version_id)?.seq ?? view.index.meta.seq;
  const keptBlocks = work.text.kept().length;
  work.set({
    index: view.index,
    meta: metaOf(view.record),
    versions,
    base_version_id: view.version_id,
    draft: undefined,
    foundDraft: false,
    saving: { kind: 'idle' },
    changed: !isStill,
    sealed: isStill
      ? { how: act === 'sign' ? 'signed' : 'sealed', seq, at: view.index.updated_at }
      : undefined,
    conflict: undefined,
    elsewhere: undefined,
    newIn: undefined,
    readOnly: readOnlyReason(work, view.index, view.record),
  });
  work.text.unmarkNew();
  if (keptBlocks > 0) work.text.replace(work.text.state());
  if (isStill) clearLocalHistory(work);
  else work.clock.markDirty();
}

async function showConflict(work: EditingSession): Promise<void> {
  const versions = await work.documents.versions();
  const theirs = versions[0];
  const facts = theirFacts(work.store.getState(), theirs?.version_id);
  const conflict = theirs && { theirs, facts };
  work.set({ versions, conflict, elsewhere: undefined });
  if (!conflict || facts) return;
  // The choices do not wait for what that version says.
  void conflictWith(work, conflict.theirs).then((read) => {
    if (work.store.getState().conflict !== conflict) return;
    work.set({ conflict: read });
    void loadSignatures(work);
  });
}

/** Seals a merged text through `act`. The draft stays as written until then, so a failure changes nothing. */
export async function sealMerged(
  work: EditingSession,
  merged: LexicalStateJson,
  act: () => Promise<boolean>,
): Promise<boolean> {
  const mine = work.text.state();
  await work.clock.flush().catch(() => undefined);
  work.text.replace(merged);
  const done = await act();
  if (!done) work.text.replace(mine);
  return done;
}

/** Opens the newest version, after moving the typed text or the draft to Recovered text. */
export async function openTheirVersion(work: EditingSession): Promise<boolean> {
  work.set({ acting: 'discard', actError: undefined });
  try {
    await giveUpMine(work);
    await openReport(work);
    return true;
  } catch (error) {
    work.set({ actError: error });
    return false;
  } finally {
    work.set({ acting: undefined });
  }
}

export const discardDraft = openTheirVersion;

/**
 * Seals the text, status and signature fields of an old version as the newest version. Every other field
 * stays as in the newest. No version is rewritten.
 */
export async function restoreVersion(work: EditingSession, versionId: string): Promise<boolean> {
  if (!(await confirmPatientSwitch(work.documents.id))) return false;
  work.set({ acting: 'seal', actError: undefined });
  try {
    const head = work.store.getState().versions[0]?.version_id ?? versionId;
    const [{ record: old }, { record: current }] = await Promise.all([
      work.documents.read({ version_id: versionId }),
      work.documents.read({ version_id: head }),
    ]);
    const { report_lexical, report_html } = old;
    const custom_attributes = withFactsOf(current.custom_attributes, old.custom_attributes);
    const record = { ...current, report_lexical, report_html, custom_attributes };
    const view = await work.documents.seal(record, head);
    const seq = view.index.meta.seq;
    await openReport(work);
    work.set({ sealed: { how: 'sealed', seq, at: view.index.updated_at } });
    return true;
  } catch (error) {
    if (error instanceof ConflictError && error.code === 'version_conflict') await showConflict(work);
    else work.set({ actError: error });
    return false;
  } finally {
    work.set({ acting: undefined });
  }
}

/** Starts an addendum or amendment of a signed report. Nothing is saved before the next edit. */
export function beginAmendment(
  work: EditingSession,
  change:
    | { readonly kind: 'addendum'; readonly heading: LexicalNodeJson }
    | { readonly kind: 'amended' | 'corrected'; readonly reason: string },
  behind: readonly LexicalNodeJson[] = [],
): void {
  const { meta, index, base_version_id: base, conflict } = work.store.getState();
  if (!index) return;
  const whole = work.text.state();
  const kept = change.kind === 'addendum' ? [...whole.root.children, change.heading] : whole.root.children;
  const pending = change.kind === 'addendum' ? { kind: change.kind, kept_blocks: kept.length } : change;
  const custom_attributes = withReportFacts(meta.custom_attributes, { pending });
  const record = {
    ...meta,
    custom_attributes,
    report_lexical: JSON.stringify({ root: { ...whole.root, children: [...kept, ...behind] } }),
    report_html: null,
  };
  showText(work, { index }, record, base);
  work.set({ conflict });
  work.edited();
}
