/** API of backups, restore drills and integrity findings, for administrators. */
import type {
  BackupSettingsBody,
  BackupState,
  FindingDecisionBody,
  Findings,
} from '#contract/maintenance/backups.ts';
import { EVIDENCE_ROUTES } from '#contract/maintenance/routes.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

export interface BackupsApi {
  readonly get: (options?: CallOptions) => VaultPromise<BackupState>;
  readonly patch: (body: BackupSettingsBody, options?: CallOptions) => VaultPromise<BackupState>;
  /** Starts a backup; `get` shows when it is done. */
  readonly start: (options?: CallOptions) => VaultPromise<BackupState>;
  readonly drill: (options?: CallOptions) => VaultPromise<BackupState>;
}

export interface FindingsApi {
  readonly list: (options?: CallOptions) => VaultPromise<Findings>;
  /** Checks the folder now. */
  readonly check: (options?: CallOptions) => VaultPromise<Findings>;
  readonly decide: (body: FindingDecisionBody, options?: CallOptions) => VaultPromise<Findings>;
}

export function createBackupsApi(exchange: HttpExchange): BackupsApi {
  return {
    get: (options) => exchange.call(EVIDENCE_ROUTES.getBackups, { options }),
    patch: (body, options) =>
      exchange.call(EVIDENCE_ROUTES.patchBackups, { body, options, repeatable: true }),
    start: (options) => exchange.call(EVIDENCE_ROUTES.startBackup, { options }),
    drill: (options) => exchange.call(EVIDENCE_ROUTES.startDrill, { options }),
  };
}

export function createFindingsApi(exchange: HttpExchange): FindingsApi {
  return {
    list: (options) => exchange.call(EVIDENCE_ROUTES.listFindings, { options }),
    check: (options) => exchange.call(EVIDENCE_ROUTES.checkFindings, { options, repeatable: true }),
    decide: (body, options) => exchange.call(EVIDENCE_ROUTES.decideFinding, { body, options }),
  };
}
