/** Loads the series of the exam and of the first prior with pictures. Viewports fill as they arrive. */
import { useEffect, useState } from 'react';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { type Stack, stackOf } from '#renderer/pictures/series-stack.ts';
import { usePriors } from '#renderer/screens/editor/panels/use-priors.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { placeStacks } from './pictures-store.ts';

/** Number of priors searched for pictures; older exams must be opened themselves. */
const PRIORS_ASKED = 5;
/** Interval of polling for files whose headers are not yet read. */
const WAITING_MS = 1_500;

/** Exam data that a viewport shows with its pictures. */
export interface ViewportExam {
  readonly exam_id: string;
  readonly isPrior: boolean;
  readonly title: string | null;
  readonly date: string | null;
  /** Date of the exam, if its record states one. */
  readonly exam_date: string | null;
  readonly accession: string | null;
}

export interface Sources {
  readonly phase: 'reading' | 'read' | 'failed';
  readonly error: unknown;
  readonly waiting: number;
  readonly exam: ViewportExam;
  readonly prior: ViewportExam | undefined;
}

interface Found {
  readonly stacks: readonly Stack[];
  readonly waiting: number;
}

async function seriesOf(security_group_id: string, exam_id: string): Promise<Found> {
  const { items, waiting } = await vault().drive(security_group_id).series(exam_id);
  return { stacks: items.map((series) => stackOf(series, { security_group_id, exam_id })), waiting };
}

/** Result for a prior; one that cannot be read is skipped, so the exam's own pictures do not wait. */
interface PriorFound extends Found {
  readonly row: ExamRow;
}

async function priorWithPictures(priors: readonly ExamRow[]): Promise<PriorFound | undefined> {
  for (const row of priors.slice(0, PRIORS_ASKED)) {
    const found = await seriesOf(row.security_group_id, row.id).catch(() => undefined);
    if (found && found.stacks.length > 0) return { ...found, row };
  }
  return undefined;
}

const examOfRow = ({ id, summary, created_at }: ExamRow): ViewportExam => ({
  exam_id: id,
  isPrior: true,
  title: summary?.title ?? null,
  date: summary?.exam_date ?? created_at,
  exam_date: summary?.exam_date ?? null,
  accession: summary?.accession_number ?? null,
});

export function usePictureSeries(): Sources {
  const { documents } = useEditingSession();
  const groupId = useEditingState((state) => state.index?.security_group_id);
  const { title, modality, exam_date, custom_attributes } = useEditingState((state) => state.meta);
  const { earlier } = usePriors();
  // Pictures of the same modality first, reported or not.
  const rank = (row: ExamRow) => Number(row.summary?.modality !== modality);
  const priors = earlier.toSorted((a, b) => rank(a) - rank(b));
  const [state, setState] = useState<Pick<Sources, 'phase' | 'error' | 'waiting' | 'prior'>>({
    phase: 'reading',
    error: undefined,
    waiting: 0,
    prior: undefined,
  });
  const priorIds = priors.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say which priors there are
  useEffect(() => {
    if (groupId === undefined) return undefined;
    let wanted = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    let found: PriorFound | undefined;
    const show = (own: Found) => {
      placeStacks(own.stacks, found?.stacks ?? []);
      const prior = found ? examOfRow(found.row) : undefined;
      setState({ phase: 'read', error: undefined, waiting: own.waiting, prior });
    };
    const readOwn = async (): Promise<Found> => {
      const own = await seriesOf(groupId, documents.id);
      if (!wanted) return own;
      show(own);
      // Load again until all headers are read; files then join their series.
      if (own.waiting > 0) again = setTimeout(() => readOwn().catch(failed), WAITING_MS);
      return own;
    };
    const failed = (error: unknown) => {
      if (wanted) setState({ phase: 'failed', error, waiting: 0, prior: undefined });
    };
    const read = async () => {
      const own = await readOwn();
      if (!wanted) return;
      found = await priorWithPictures(priors);
      if (wanted && found) show(own);
    };
    read().catch(failed);
    return () => {
      wanted = false;
      clearTimeout(again);
    };
  }, [groupId, documents.id, priorIds]);
  const exam: ViewportExam = {
    exam_id: documents.id,
    isPrior: false,
    title,
    date: exam_date,
    exam_date,
    accession: accessionNumber(custom_attributes),
  };
  return { ...state, exam };
}
