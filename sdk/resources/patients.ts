import {
  ERASURE_ROUTES,
  type EraseBody,
  type ErasureFile,
  type ErasurePlan,
} from '#contract/documents/erasure.ts';
import type { RecordInputOf } from '#contract/documents/records.ts';
import type { Unbranded } from '#contract/ids.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';
import { createDocumentsApi } from './documents.ts';
import type { DocumentsApi } from './documents-api.ts';

export interface PatientsApi extends DocumentsApi<'patients'> {
  /** Returns what erasing the person would remove, and where copies would remain. For owners of the group. */
  readonly erasure: (id: string, options?: CallOptions) => VaultPromise<ErasurePlan>;
  /**
   * Erases the person permanently, with exams, files, drafts and queued messages. Keep the returned statement,
   * because the vault keeps only its hash. `erasureFileText` writes it as a file. For owners of the group.
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
