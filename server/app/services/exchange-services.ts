/**
 * Composes the services that export records: files and pages on request, and HL7 messages sent automatically to
 * configured receivers.
 */

import type { DocumentsService } from '#server/documents/documents-service.ts';
import type { DrivesService } from '#server/drives/drives-service.ts';
import { createExchangeService, type ExchangePorts } from '#server/exchange/exchange-service.ts';
import { createOutboxService } from '#server/exchange/outbox/outbox-service.ts';
import { readClientIdentity } from '#server/exchange/outbox/tls-client-certificate.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { VaultService } from '#server/identity/custody/vault-service.ts';
import { createOwnPaperLocale } from '#server/identity/sessions/own-paper-locale.ts';
import type { SessionsService } from '#server/identity/sessions/sessions-service.ts';
import type { SettingsService } from '#server/identity/settings/settings-service.ts';
import type { ProcessingService } from '#server/imaging/processing/processing-service.ts';
import type { AuditService } from '#server/integrity/audit/audit-service.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { Clock } from '#server/system/clock.ts';
import { createKeyImageFrames } from './key-image-frames.ts';

export type ExchangeServices = ReturnType<typeof createExchangeServices>;

interface ExchangeDeps extends Pick<ExchangePorts, 'page'> {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly clock: Clock;
  /** Folder `pki/` of the data folder. */
  readonly pkiFolder: string;
  readonly documents: DocumentsService;
  readonly drives: DrivesService;
  readonly processing: ProcessingService;
  readonly sessions: SessionsService;
  readonly settings: SettingsService;
  readonly vault: VaultService;
  readonly audit: AuditService;
  /** Reports failures of background work. */
  readonly failed: (what: string) => (error: unknown) => void;
}

export function createExchangeServices(deps: ExchangeDeps) {
  const { db, core, clock, documents, drives, processing, sessions, settings, vault, audit, failed } = deps;
  const workspaceId = () => core.workspace().workspace_id;
  const exam: ExchangePorts['exam'] = (actor, id, query) => documents.get(actor, 'exams', id, query);
  const exchange = createExchangeService({
    vault: () => ({ workspace_id: workspaceId(), name: vault.name() ?? '' }),
    exam,
    versions: (actor, id, query) => documents.listVersions(actor, 'exams', id, query),
    writeText: documents.writeText,
    writePdf: documents.writePdf,
    readerForms: documents.readerForms,
    writeFhir: documents.writeFhir,
    clock,
    content: drives.content,
    nameOf: (actor) => core.displayNameOf(actor.principal_id),
    page: deps.page,
    patient: (actor, id) => documents.get(actor, 'patients', id),
    ownLocale: createOwnPaperLocale(sessions),
    signatures: documents.listSignatures,
    letterheads: documents.groupLetterheads,
    keyFrame: createKeyImageFrames(drives, processing),
    files: drives.listNodes,
    file: drives.getNode,
    pseudonymKey: documents.pseudonymKey,
  });
  const outbox = createOutboxService({
    ...{ db, clock, workspaceId, exam },
    commits: core.commits,
    newId: core.newId,
    displayNameOf: core.displayNameOf,
    receivers: () => settings.current().hl7_receivers,
    identity: () => readClientIdentity(deps.pkiFolder),
    titleOf: documents.titleOf,
    outboxKey: documents.outboxKey,
    message: exchange.hl7Message,
    requireSendable: exchange.requireSendable,
    recordAudit: audit.recordDone,
    onFailure: failed('outbox'),
  });
  sessions.onUnlocked(outbox.onUnlocked);
  return { exchange, outbox };
}
