/** One run of an import: what each resource becomes, counted and told; the vault, where there is one, is asked or written. */
import { createExams } from './exams.ts';
import { createPatients } from './patients.ts';
import { createRunContext, type RunParts } from './run-context.ts';

export function createRun(parts: RunParts) {
  const context = createRunContext(parts);
  return { firstError: context.firstError, ...createPatients(context), ...createExams(context) };
}
