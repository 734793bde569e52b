import type { DocumentView, Draft } from '#contract/documents/views.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { type Loaded, useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { VaultApiError } from '#sdk/errors.ts';

export interface OpenedExam {
  /** Newest version of the exam. */
  readonly view: DocumentView<'exams'>;
  readonly draft: Draft<'exams'> | undefined;
}

/** React hook that loads the exam for correction. `before` first saves text being typed in it. */
export function useExam(examId: string, before?: () => Promise<unknown>): Loaded<OpenedExam> {
  return useLoaded(async () => {
    await before?.();
    return readExam(examId);
  });
}

export async function readExam(examId: string): Promise<OpenedExam> {
  const view = await vault().exams.get(examId);
  return { view, draft: view.index.meta.has_draft ? await draftOf(examId) : undefined };
}

async function draftOf(examId: string): Promise<Draft<'exams'> | undefined> {
  try {
    return await vault().exams.draft.get(examId);
  } catch (error) {
    if (error instanceof VaultApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}
