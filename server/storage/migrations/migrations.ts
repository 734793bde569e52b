/** Lists all migrations of the vault's schema, one per part of the server. Add new ones; never change old ones. */
import { accessMigration } from './0001-access.ts';
import { documentsMigration } from './0002-documents.ts';
import { drivesMigration } from './0003-drives.ts';
import { httpMigration } from './0004-http.ts';
import { processingMigration } from './0005-processing.ts';
import { formatsMigration } from './0006-formats.ts';
import { changesMigration } from './0007-changes.ts';
import { eventsMigration } from './0008-events.ts';
import { findingsMigration } from './0009-findings.ts';
import { renewedCertificatesMigration } from './0010-renewed-certificates.ts';
import { inboxMigration } from './0011-inbox.ts';
import { signaturesMigration } from './0012-signatures.ts';
import { auditMigration } from './0013-audit.ts';
import { backupsMigration } from './0014-backups.ts';
import { historyMigration } from './0015-history.ts';
import { authoritiesMigration } from './0016-authorities.ts';
import { outboxMigration } from './0017-outbox.ts';
import { receiverMigration } from './0018-receiver.ts';
import { changeIndexMigration } from './0019-change-index.ts';
import { cosignRequestsMigration } from './0020-cosign-requests.ts';
import { nodesMigration } from './0021-nodes.ts';
import { stateKeyMigration } from './0022-state-key.ts';
import { partDigestsMigration } from './0023-part-digests.ts';
import { passphraseCertificatesMigration } from './0024-passphrase-certificates.ts';
import { nameSaltsMigration } from './0025-name-salts.ts';
import { sampleDocumentsMigration } from './0026-sample-documents.ts';
import type { Migration } from './migrator.ts';

export const MIGRATIONS: readonly Migration[] = [
  accessMigration,
  documentsMigration,
  drivesMigration,
  httpMigration,
  processingMigration,
  formatsMigration,
  changesMigration,
  eventsMigration,
  findingsMigration,
  renewedCertificatesMigration,
  inboxMigration,
  signaturesMigration,
  auditMigration,
  backupsMigration,
  historyMigration,
  authoritiesMigration,
  outboxMigration,
  receiverMigration,
  changeIndexMigration,
  cosignRequestsMigration,
  nodesMigration,
  stateKeyMigration,
  partDigestsMigration,
  passphraseCertificatesMigration,
  nameSaltsMigration,
  sampleDocumentsMigration,
];
