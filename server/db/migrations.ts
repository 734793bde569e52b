/** Every migration of the vault's schema, one per part of the server. Added to, never changed. */
import { accessMigration } from './access/0001-access.ts';
import { formatsMigration } from './access/0006-formats.ts';
import { passphraseCertificatesMigration } from './access/0024-passphrase-certificates.ts';
import { auditMigration } from './audit/0013-audit.ts';
import { backupsMigration } from './backups/0014-backups.ts';
import { documentsMigration } from './documents/0002-documents.ts';
import { signaturesMigration } from './documents/0012-signatures.ts';
import { changeIndexMigration } from './documents/0019-change-index.ts';
import { cosignRequestsMigration } from './documents/0020-cosign-requests.ts';
import { drivesMigration } from './drives/0003-drives.ts';
import { processingMigration } from './drives/0005-processing.ts';
import { changesMigration } from './drives/0007-changes.ts';
import { partDigestsMigration } from './drives/0023-part-digests.ts';
import { eventsMigration } from './events/0008-events.ts';
import { outboxMigration } from './exchange/0017-outbox.ts';
import { findingsMigration } from './health/0009-findings.ts';
import { historyMigration } from './history/0015-history.ts';
import { stateKeyMigration } from './history/0022-state-key.ts';
import { httpMigration } from './http/0004-http.ts';
import { renewedCertificatesMigration } from './http/0010-renewed-certificates.ts';
import { authoritiesMigration } from './http/0016-authorities.ts';
import { inboxMigration } from './inbox/0011-inbox.ts';
import { receiverMigration } from './inbox/0018-receiver.ts';
import type { Migration } from './migrator.ts';
import { nodesMigration } from './nodes/0021-nodes.ts';

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
];
