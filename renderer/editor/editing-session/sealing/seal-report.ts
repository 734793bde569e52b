/**
 * Seals a new version on condition that no other was sealed meanwhile. A conflict changes nothing: the text stays,
 * autosave continues, and the person chooses.
 * Source: clinician's reference, "Conflict flow"; API spec, PUT.
 */

import { mergeRecords } from '#records/merge-records.ts';
import { reportFacts, withFactsOf, withReportFacts, withSealReason } from '#records/reports/report-status.ts';
import { clearLocalHistory } from '#renderer/editor/editing-session/drafts/record-local-history.ts';
import { discardOtherDraft } from '#renderer/editor/editing-session/drafts/resolve-draft-conflict.ts';
import {
  type EditingSession,
  openReport,
  readOnlyReason,
  showText,
  whenActionDone,
} from '#renderer/editor/editing-session/editing-session.ts';
import { NO_META } from '#renderer/editor/editing-session/editing-state.ts';
import {
  metaOf,
  type ReportMeta,
  type ReportView,
} from '#renderer/editor/editing-session/report-documents.ts';
import { confirmPatientSwitch } from '#renderer/editor/guard/patient-switch.ts';
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { ConflictError } from '#sdk/errors.ts';
import { intentOf, signVersion } from './report-signatures.ts';

export interface Signer {
  readonly name: string;
  readonly now: () => Date;
}

/** The version that must still be the newest; absent: the one the text was begun from. */
type Expected = string | undefined;

/**
 * Seals the text as a version. False on failure: the conflict or error is in the state. Never for an addendum or an
 * amendment: these are signed by sealing, past the gate.
 */
export async function sealVersion(
  work: EditingSession,
  expected?: Expected,
  reason?: string,
): Promise<boolean> {
  if (!(await inTurn(work))) return false;
  const { meta } = work.store.getState();
  const { status, pending } = reportFacts(meta.custom_attributes);
  if (pending) return false;
  const attributes =
    work.documents.resource === 'exams' && status === null
      ? withReportFacts(meta.custom_attributes, { status: 'preliminary' })
      : meta.custom_attributes;
  return seal(work, 'seal', attributes, expected, reason);
}

/** Called by the gate, and by what has asked it: see `useSeal`. */
export async function signAsFinal(
  work: EditingSession,
  signer: Signer,
  expected?: Expected,
): Promise<boolean> {
  if (!(await inTurn(work))) return false;
  const { meta } = work.store.getState();
  if (reportFacts(meta.custom_attributes).pending) return sealPending(work, signer, expected);
  return seal(work, 'sign', withReportFacts(meta.custom_attributes, signature('final', signer)), expected);
}

/**
 * What is asked for while another act is under way, a signature still on its way for one, is done after it: for the
 * words the other left out, and not where it met a conflict. Nothing is sealed into a report that has been signed.
 */
async function inTurn(work: EditingSession): Promise<boolean> {
  if (work.store.getState().acting === undefined) return work.store.getState().readOnly === undefined;
  await whenActionDone(work);
  const { changed, conflict, readOnly } = work.store.getState();
  return changed && conflict === undefined && readOnly === undefined;
}

/** An addendum or an amendment is signed by being sealed: the report was final before it. */
function sealPending(work: EditingSession, signer: Signer, expected: Expected): Promise<boolean> {
  const { meta } = work.store.getState();
  const { pending } = reportFacts(meta.custom_attributes);
  const status = pending?.kind === 'addendum' ? 'appended' : (pending?.kind ?? 'final');
  const reason = pending && pending.kind !== 'addendum' ? pending.reason : undefined;
  const amended = reason === undefined ? {} : { amend_reason: reason };
  const facts = { ...signature(status, signer), ...amended, pending: undefined };
  return seal(work, 'sign', withReportFacts(meta.custom_attributes, facts), expected, reason);
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
): Promise<boolean> {
  if (!(await confirmPatientSwitch()) || work.store.getState().acting) return false;
  work.set({ acting: act, actError: undefined });
  // A draft on its way would arrive after the version and outlive it.
  await work.clock.flush().catch(() => undefined);
  const { base_version_id: base } = work.store.getState();
  const replaced = expected ?? base;
  work.clock.markClean();
  const custom_attributes = withSealReason(attributes, reason, replaced);
  const record = { ...work.record(), custom_attributes };
  const before = work.text.lexical();
  try {
    if (await discardOtherDraft(work)) work.set({ setAside: true });
    const { draft } = work.store.getState();
    const onTop = { ...record, ...(await metaOnTop(work, metaOf(record), replaced)) };
    const view = await work.documents.seal(onTop, replaced);
    const isStill = work.text.lexical() === before;
    // The vault ends the draft of the version that was replaced; one of an older version is ended here.
    if (draft && draft.base_version_id !== replaced) await dropDraft(work);
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

/**
 * The other fields of the record, merged over the version it replaces, so that another person's changes to them
 * stay.
 */
async function metaOnTop(
  work: EditingSession,
  meta: ReportMeta,
  replaced: string | null,
): Promise<ReportMeta> {
  const { base_version_id: base } = work.store.getState();
  if (replaced === null || replaced === base) return meta;
  const [before, theirs] = await Promise.all([
    base === null ? undefined : work.documents.read({ version_id: base }),
    work.documents.read({ version_id: replaced }),
  ]);
  return mergeRecords(before ? metaOf(before.record) : NO_META, meta, metaOf(theirs.record));
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
  work.set({ versions, conflict: theirs ? { theirs } : undefined, elsewhere: undefined });
}

/** The draft of an older version moves to Recovered text. */
async function dropDraft(work: EditingSession): Promise<void> {
  await work.documents.discardDraft().catch(() => undefined);
}

/**
 * Seals a text merged from theirs and mine by `act`. Until it is sealed the draft is the text as it was written, so a
 * failure changes nothing.
 */
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

/** Takes their version; what was typed here moves to Recovered text first. */
export async function openTheirVersion(work: EditingSession): Promise<boolean> {
  work.set({ acting: 'discard', actError: undefined });
  try {
    if (work.store.getState().changed) {
      work.clock.markDirty();
      await work.clock.flush();
    }
    if (work.store.getState().draft) await work.documents.discardDraft();
    await openReport(work);
    return true;
  } catch (error) {
    work.set({ actError: error });
    return false;
  } finally {
    work.set({ acting: undefined });
  }
}

/** Gives the draft up: back to the newest version, the draft goes to Recovered text. */
export const discardDraft = openTheirVersion;

/**
 * Seals the text of an old version again, with what it said of itself (status, signature), on top of the newest;
 * every other field stays as the newest has it. Nothing is rewritten.
 */
export async function restoreVersion(work: EditingSession, versionId: string): Promise<boolean> {
  if (!(await confirmPatientSwitch())) return false;
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

/** Begins an addendum or an amendment of a signed report; nothing is written before the next edit. */
export function beginAmendment(
  work: EditingSession,
  change:
    | { readonly kind: 'addendum'; readonly heading: LexicalNodeJson }
    | { readonly kind: 'amended' | 'corrected'; readonly reason: string },
  behind: readonly LexicalNodeJson[] = [],
): void {
  const { meta, index, base_version_id: base } = work.store.getState();
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
  work.edited();
}
