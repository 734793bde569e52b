import {
  ERASURE_ROUTES,
  type EraseBody,
  type ErasureFile,
  type ErasurePlan,
} from '#contract/documents/erasure.ts';
import type { RecordInputOf } from '#contract/documents/records.ts';
import type { Unbranded } from '#contract/ids.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { HttpExchange } from '#sdk/http/exchange.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';
import { createDocumentsApi } from './documents.ts';
import type { DocumentsApi } from './documents-api.ts';

export interface PatientsApi extends DocumentsApi<'patients'> {
  /** What erasing the person would remove, and what would still hold some of it. Owners of the group. */
  readonly erasure: (id: string, options?: CallOptions) => VaultPromise<ErasurePlan>;
  /**
   * Erases the person for good, with exams, files, drafts and what waits. Keep what it answers: the vault keeps its
   * hash alone. `erasureFileText` writes it as the file that proves it. Owners of the group.
   */
  readonly erase: (
    id: string,
    body: Unbranded<EraseBody>,
    options?: CallOptions,
  ) => VaultPromise<ErasureFile>;
}

export function createPatientsApi(
  exchange: HttpExchange,
  prepareRecord: (record: RecordInputOf['patients']) => RecordInputOf['patients'],
): PatientsApi {
  return {
    ...createDocumentsApi('patients', exchange, prepareRecord),
    erasure: (patient_id, options) => exchange.call(ERASURE_ROUTES.plan, { params: { patient_id }, options }),
    erase: (patient_id, body, options) =>
      exchange.call(ERASURE_ROUTES.erase, { params: { patient_id }, body, options, repeatable: false }),
  };
}
