import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect, useMemo, useState } from 'react';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { type Checked, checkForSigning } from '#renderer/editor/editing-session/sealing/signing-checks.ts';
import { useLateralityMismatches } from '#renderer/editor/laterality/laterality-store.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { useKnownPictures } from './known-pictures.ts';

interface Checks {
  readonly shown: Checked;
  /** Runs the checks on the report as it is now, which may be ahead of what is shown, and shows the result. */
  readonly look: () => Checked;
}

/** Runs the checks now, when typing pauses, and when a left-right mismatch appears or disappears. */
export function useChecks(patient: ReportPatient | undefined): Checks {
  const work = useEditingSession();
  const [editor] = useLexicalComposerContext();
  const meta = useEditingState((state) => state.meta);
  const patientId = useEditingState((state) => state.index?.meta.patient_id);
  const pictures = useKnownPictures();
  const [tick, setTick] = useState(0);
  const sides = useLateralityMismatches((state) => state.mismatches);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
      if (dirtyElements.size === 0 && dirtyLeaves.size === 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => setTick((count) => count + 1), 300);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [editor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is read when it has rested
  const shown = useMemo(
    () => checkForSigning(work, patient, pictures),
    [work, meta, patient, patientId, pictures, tick, sides],
  );
  const look = () => {
    const checked = checkForSigning(work, patient, pictures);
    if (checked.text !== shown.text) setTick((count) => count + 1);
    return checked;
  };
  return { shown, look };
}
