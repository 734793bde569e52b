/**
 * Composes one import run: maps each resource, counts and reports the outcome, and reads or writes the vault, if any.
 */
import { createExams } from './import-exams.ts';
import { createPatients } from './import-patients.ts';
import { createRunContext, type RunParts } from './run-context.ts';

export function createRun(parts: RunParts) {
  const context = createRunContext(parts);
  return { firstError: context.firstError, ...createPatients(context), ...createExams(context) };
}
