/** The services that routes use. The application creates them; each route takes the ones it needs. */
import type { DocumentsService } from '#server/documents/documents-service.ts';
import type { DrivesService } from '#server/drives/drives-service.ts';
import type { EventsService } from '#server/events/events-service.ts';
import type { PresenceService } from '#server/events/presence-service.ts';
import type { ExchangeService } from '#server/exchange/exchange-service.ts';
import type { OutboxService } from '#server/exchange/outbox/outbox-service.ts';
import type { CertificatesService } from '#server/identity/credentials/certificates-service.ts';
import type { CredentialsService } from '#server/identity/credentials/credentials-service.ts';
import type { VaultService } from '#server/identity/custody/vault-service.ts';
import type { GroupsService } from '#server/identity/groups/groups-service.ts';
import type { MembersService } from '#server/identity/groups/members-service.ts';
import type { PrincipalsService } from '#server/identity/groups/principals-service.ts';
import type { SessionsService } from '#server/identity/sessions/sessions-service.ts';
import type { SettingsService } from '#server/identity/settings/settings-service.ts';
import type { DicomwebService } from '#server/imaging/dicomweb/dicomweb-service.ts';
import type { FilingService } from '#server/imaging/filing/filing-service.ts';
import type { ProcessingService } from '#server/imaging/processing/processing-service.ts';
import type { ReceivingService } from '#server/imaging/receiving/receiving-service.ts';
import type { AuditService } from '#server/integrity/audit/audit-service.ts';
import type { BackupsService } from '#server/integrity/backup/backups-service.ts';
import type { ErasureService } from '#server/integrity/erasure/erasure-service.ts';
import type { FindingsService } from '#server/integrity/findings/findings-service.ts';
import type { MetricsService } from '#server/metrics/metrics-service.ts';
import type { SpellingService } from '#server/spelling/spelling-service.ts';
import type { TravelService } from '#server/sync/send-bootstrap.ts';
import type { CopyService } from '#server/sync/travelling-copy/copy-service.ts';

export interface RouteServices {
  readonly audit: AuditService;
  readonly backups: BackupsService;
  readonly certificates: CertificatesService;
  /** Sync service of a travelling copy; undefined in any other vault. */
  readonly copy: CopyService | undefined;
  readonly credentials: CredentialsService;
  readonly dicomweb: DicomwebService;
  readonly documents: DocumentsService;
  readonly drives: DrivesService;
  readonly erasure: ErasureService;
  readonly events: EventsService;
  readonly exchange: ExchangeService;
  readonly filing: FilingService;
  readonly findings: FindingsService;
  readonly groups: GroupsService;
  readonly members: MembersService;
  readonly metrics: MetricsService;
  readonly outbox: OutboxService;
  readonly presence: PresenceService;
  readonly principals: PrincipalsService;
  readonly processing: ProcessingService;
  readonly receiving: ReceivingService;
  readonly sessions: SessionsService;
  readonly settings: SettingsService;
  readonly spelling: SpellingService;
  readonly travel: TravelService;
  readonly vault: VaultService;
}
