/**
 * The commands in the order of the help, by the files that bring them. A script that calls `srvault` a hundred times
 * waits a hundred times for what is loaded, so a command loads its own file alone.
 */
import type { Command } from 'commander';
import type { Resource } from '#contract/documents/document-index.ts';
import type { CliContext } from './context.ts';

export type AddCommands = (
  program: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
) => void;

interface Family {
  /** What its commands are called; empty for one that tells of all the others. */
  readonly names: readonly string[];
  readonly load: () => Promise<AddCommands>;
}

/** Written out, since the contract's own list comes with all its schemas. */
const RESOURCES: readonly Resource[] = ['patients', 'exams', 'templates'];

export const FAMILIES: readonly Family[] = [
  { names: ['init'], load: async () => (await import('./admin/init-command.ts')).addInitCommand },
  { names: ['serve'], load: async () => (await import('./admin/serve-command.ts')).addServeCommand },
  { names: ['join'], load: async () => (await import('./admin/join-command.ts')).addJoinCommand },
  {
    names: ['travel'],
    load: async () => (await import('./admin/travel/travel-command.ts')).addTravelCommands,
  },
  {
    names: ['credential'],
    load: async () => (await import('./admin/access/credential-command.ts')).addCredentialCommands,
  },
  {
    names: ['certificate'],
    load: async () => (await import('./admin/access/settings-command.ts')).addCertificateCommands,
  },
  {
    names: ['passphrase', 'recovery-key'],
    load: async () => (await import('./admin/access/secrets-command.ts')).addSecretsCommands,
  },
  {
    names: ['persons'],
    load: async () => (await import('./admin/access/persons-command.ts')).addPersonsCommands,
  },
  {
    names: ['sessions'],
    load: async () => (await import('./admin/access/persons-command.ts')).addSessionsCommands,
  },
  {
    names: ['groups'],
    load: async () => (await import('./admin/access/groups-command.ts')).addGroupsCommands,
  },
  {
    names: ['settings'],
    load: async () => (await import('./admin/access/settings-command.ts')).addSettingsCommands,
  },
  { names: ['health'], load: async () => (await import('./admin/health-command.ts')).addHealthCommand },
  { names: ['metrics'], load: async () => (await import('./admin/metrics-command.ts')).addMetricsCommand },
  {
    names: ['doctor'],
    load: async () => (await import('./admin/evidence/doctor-command.ts')).addDoctorCommand,
  },
  {
    names: ['verify'],
    load: async () => (await import('./admin/evidence/verify-command.ts')).addVerifyCommand,
  },
  {
    names: ['backup', 'restore'],
    load: async () => (await import('./admin/evidence/backup-command.ts')).addBackupCommands,
  },
  {
    names: ['migrate'],
    load: async () => (await import('./admin/evidence/migrate-command.ts')).addMigrateCommand,
  },
  {
    names: ['audit'],
    load: async () => (await import('./admin/evidence/audit-command.ts')).addAuditCommands,
  },
  { names: ['status'], load: async () => (await import('./commands/status.ts')).addStatusCommand },
  ...RESOURCES.map(
    (resource): Family => ({
      names: [resource],
      load: async () => {
        const { addDocumentCommands } = await import('./commands/documents.ts');
        return (program, context) => addDocumentCommands(program, context, resource);
      },
    }),
  ),
  {
    names: ['verify-report'],
    load: async () => (await import('./report/verify-report-command.ts')).addVerifyReportCommand,
  },
  {
    names: ['verify-erasure'],
    load: async () => (await import('./commands/erase.ts')).addVerifyErasureCommand,
  },
  { names: ['drive'], load: async () => (await import('./commands/drive/drive.ts')).addDriveCommands },
  { names: ['export'], load: async () => (await import('./export/export-command.ts')).addExportCommands },
  { names: ['hl7'], load: async () => (await import('./export/hl7/outbox-command.ts')).addOutboxCommands },
  { names: ['import'], load: async () => (await import('./import/import-command.ts')).addImportCommands },
  { names: [], load: async () => (await import('./help/completion-command.ts')).addCompletionCommand },
];
