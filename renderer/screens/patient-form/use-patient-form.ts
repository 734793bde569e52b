/**
 * React hook for the patient form: opening, typing, sealing, version conflicts, and stashing typed text at a
 * lock.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentView } from '#contract/documents/views.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { type Submit, useSubmit } from '#renderer/components/forms/use-submit.ts';
import {
  type PatientMatch,
  possiblySamePatients,
  typedPerson,
} from '#renderer/components/records/patient/patient-matches.ts';
import {
  type PatientValues,
  patientFrom,
  recordOf,
  tagsOf,
  valuesOf,
} from '#renderer/components/records/patient/patient-values.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { beforeLock } from '#renderer/state/session/lock-hooks.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useWritableGroups } from '#renderer/state/session/writable-groups.ts';
import { popStashedText, stashText } from '#renderer/state/unsaved/unsaved-text-stash.ts';
import { ConflictError } from '#sdk/errors.ts';
import { type PatientProblem, patientProblems } from './patient-problems.ts';

type View = DocumentView<'patients'>;

export interface PatientForm {
  /** False while the record is loading. */
  readonly ready: boolean;
  readonly values: PatientValues;
  readonly problems: readonly PatientProblem[];
  /** Error of opening or of sealing. */
  readonly error: unknown;
  readonly busy: boolean;
  /** Version that another person sealed meanwhile. */
  readonly theirs: View | undefined;
  readonly securityGroupId: string | undefined;
  readonly setSecurityGroupId: (id: string) => void;
  readonly change: (part: Partial<PatientValues>) => void;
  /** Seals the patient unless a problem prevents it. */
  readonly onSubmit: Submit['onSubmit'];
  /** Known patients who may be this person; asked about before another is created. */
  readonly known: readonly PatientMatch[] | undefined;
  readonly goOnEditing: () => void;
  /** Creates another patient although one is known. */
  readonly createAnother: () => Promise<void>;
  /** Forgets what was typed, so that leaving does not ask. */
  readonly discard: () => void;
  readonly useTheirs: () => void;
  /** Returns true if the form has values that no version contains. */
  readonly isUnsaved: () => boolean;
}

interface HeldForm {
  readonly values: PatientValues;
  readonly base: View | undefined;
}

function isHeldForm(value: unknown): value is HeldForm {
  return typeof value === 'object' && value !== null && 'values' in value;
}

interface PatientFormSubject {
  /** Undefined for a new patient. */
  readonly patientId: string | undefined;
  /** Name or number a new patient begins with. */
  readonly typed: string | undefined;
}

export function usePatientForm(
  { patientId, typed }: PatientFormSubject,
  onSealed: (view: View) => void,
): PatientForm {
  const { t } = useTranslation();
  const slot = `patient-form/${patientId ?? 'new'}`;
  const session = useSession((state) => state.session);
  const principalId = session?.principal.principal_id;
  const [base, setBase] = useState<View>();
  const [values, setValues] = useState(() => patientFrom(typed ?? ''));
  const [ready, setReady] = useState(patientId === undefined);
  const [openError, setOpenError] = useState<unknown>();
  const [theirs, setTheirs] = useState<View>();
  const [chosenGroup, setSecurityGroupId] = useState<string>();
  const touched = useRef(false);
  const writable = useWritableGroups();
  const securityGroupId = base?.index.security_group_id ?? chosenGroup ?? writable[0]?.security_group_id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once per patient
  useEffect(() => {
    const abort = new AbortController();
    const open = async () => {
      const held = principalId ? await popStashedText(principalId, slot) : undefined;
      if (isHeldForm(held)) {
        touched.current = true;
        setBase(held.base);
        setValues(held.values);
      } else if (patientId !== undefined) {
        const view = await vault().patients.get(patientId, {}, { signal: abort.signal });
        setBase(view);
        setValues(valuesOf(view.record, view.summary.tags));
      }
      setReady(true);
    };
    open().catch((caught: unknown) => {
      if (!abort.signal.aborted) setOpenError(caught);
    });
    return () => abort.abort();
  }, [patientId]);

  useEffect(
    () =>
      beforeLock(async () => {
        if (touched.current && principalId) await stashText(principalId, slot, { values, base });
      }),
    [values, base, principalId, slot],
  );

  const over = theirs ?? base;
  const opened = useMemo(() => (base === undefined ? undefined : valuesOf(base.record, [])), [base]);
  const problems = patientProblems(values, t, opened);
  const isConfirmed = useRef(false);
  const [known, setKnown] = useState<readonly PatientMatch[]>();
  const { tried, busy, error, onSubmit } = useSubmit({
    check: async () => {
      if (patientId !== undefined || isConfirmed.current || problems.length > 0) return true;
      const same = await possiblySamePatients(typedPerson(values));
      setKnown(same.length === 0 ? undefined : same);
      return same.length === 0;
    },
    body:
      securityGroupId === undefined || problems.length > 0
        ? undefined
        : { values, over: over?.version_id, securityGroupId },
    send: async (body, { idempotencyKey }) => {
      try {
        const view = await seal(body.values, over, body.securityGroupId, idempotencyKey);
        touched.current = false;
        patientCache.put(view);
        onSealed(view);
      } catch (caught) {
        if (base && isOvertaken(caught)) setTheirs(await vault().patients.get(base.index.document_id));
        throw caught;
      }
    },
    // A conflict is shown as a comparison instead of an error.
    onError: isOvertaken,
  });
  return {
    ready,
    values,
    problems: tried ? problems : [],
    error: error ?? openError,
    busy,
    theirs,
    securityGroupId,
    setSecurityGroupId,
    change: (part) => {
      touched.current = true;
      isConfirmed.current = false;
      setValues((before) => ({ ...before, ...part }));
    },
    onSubmit,
    isUnsaved: () => touched.current,
    known,
    goOnEditing: () => setKnown(undefined),
    createAnother: () => {
      isConfirmed.current = true;
      setKnown(undefined);
      return onSubmit();
    },
    discard: () => {
      touched.current = false;
    },
    useTheirs: () => {
      if (!theirs) return;
      setBase(theirs);
      setValues(valuesOf(theirs.record, theirs.summary.tags));
      setTheirs(undefined);
      touched.current = false;
    },
  };
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ConflictError && error.code === 'version_conflict';
}

function seal(
  values: PatientValues,
  base: View | undefined,
  securityGroupId: string,
  idempotencyKey: string,
): Promise<View> {
  const record = recordOf(values, base?.record);
  const tags = tagsOf(values);
  if (!base)
    return vault().patients.create({ security_group_id: securityGroupId, record, tags }, { idempotencyKey });
  const expected = base.version_id;
  return vault().patients.update(base.index.document_id, {
    record,
    tags,
    expected_latest_version_id: expected,
  });
}
