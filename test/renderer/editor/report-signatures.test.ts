import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import { type EditingState, OPENING } from '#renderer/editor/editing-session/editing-state.ts';
import type { ReportDocuments } from '#renderer/editor/editing-session/report-documents.ts';
import { loadSignatures } from '#renderer/editor/editing-session/sealing/report-signatures.ts';

const signed = { signature_id: 'signed' } as ExamSignature;

/** A signed report whose signature requests the test completes in any order. */
function signedReport() {
  const asked: PromiseWithResolvers<readonly ExamSignature[]>[] = [];
  const store = createStore<EditingState>()(() => ({
    ...OPENING,
    meta: { ...OPENING.meta, custom_attributes: { report: { status: 'final' } } },
  }));
  const signing = {
    list() {
      const answer = Promise.withResolvers<readonly ExamSignature[]>();
      asked.push(answer);
      return answer.promise;
    },
    requests: async () => [],
  };
  const documents = { signing } as unknown as ReportDocuments;
  return { asked, store, load: () => loadSignatures({ documents, store, set: store.setState }) };
}

test('what was asked before a signature was made, and is answered behind it, takes nothing away', async () => {
  const { asked, store, load } = signedReport();
  const [before, since] = [load(), load()];
  asked[1]?.resolve([signed]);
  await since;
  expect(store.getState().signatures).toEqual([signed]);
  asked[0]?.resolve([]);
  await before;
  expect(store.getState().signatures).toEqual([signed]);
});

test('a failure is told, and neither one of before nor what it had read comes back', async () => {
  const { asked, store, load } = signedReport();
  const [before, since] = [load(), load()];
  const failure = new Error('away');
  asked[1]?.reject(failure);
  await since;
  asked[0]?.resolve([signed]);
  await before;
  expect(store.getState()).toMatchObject({ signatures: [], signaturesError: failure });
});
