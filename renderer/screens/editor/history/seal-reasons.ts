/**
 * Loads the reasons for which versions were sealed. Reasons are inside the records, so each is read once,
 * when the history opens.
 */
import type { TFunction } from 'i18next';
import { createContext, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sealReason } from '#records/reports/report-status.ts';
import { type ExamMove, readMoves } from '#records/studies/patient-changes.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';

export type SealReasons = ReadonlyMap<string, string>;

export const SealReasonsContext = createContext<SealReasons>(new Map());

/** Number of versions read in advance; older ones are read when opened. */
const READ_MAX = 40;

export function useSealReasons(): SealReasons {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const versions = useEditingState((state) => state.versions);
  const [reasons, setReasons] = useState<SealReasons>(new Map());
  useEffect(() => {
    let wanted = true;
    const read = async () => {
      const said = (version_id: string, text: string) =>
        setReasons((known) => new Map([...known, [version_id, text]]));
      let newer: { readonly version_id: string; readonly moves: readonly ExamMove[] } | undefined;
      for (const [at, { version_id }] of versions.slice(0, READ_MAX).entries()) {
        if (!wanted) return;
        const { custom_attributes } = (await documents.read({ version_id })).record;
        const moves = readMoves(custom_attributes);
        const reason = sealReason(custom_attributes, versions[at + 1]?.version_id ?? null);
        if (!wanted) return;
        if (reason !== null) said(version_id, reason);
        // Patients a report was moved from and to, shown at the version sealed for the move.
        const move = newer?.moves.slice(moves.length).at(-1);
        if (newer && move) said(newer.version_id, moveWords(move, t));
        newer = { version_id, moves };
      }
    };
    // A version that cannot be opened shows its error in place of its text.
    read().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [documents, versions, t]);
  return reasons;
}

export function useSealReason(versionId: string): string | undefined {
  return use(SealReasonsContext).get(versionId);
}

function moveWords({ from, to, reason }: ExamMove, t: TFunction): string {
  const { rows } = patientCache.use.getState();
  const nameOf = (id: string | null) =>
    id === null ? t('editor.noPatient') : (rows.get(id)?.summary?.display_name ?? id);
  return `${t('review.history.moved', { from: nameOf(from), to: nameOf(to) })}: ${reason}`;
}
