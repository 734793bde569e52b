/**
 * Lists the command files in the order of the help. A command loads only its own file, because scripts call `srvault`
 * often and would wait for the rest.
 */
import type { Command } from 'commander';
import type { Resource } from '#contract/documents/document-index.ts';
import type { CliContext } from './context.ts';

export type AddCommands = (
  program: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
) => void;

/** Headings of the help, in order. */
type Heading =
  | 'Serve a vault:'
  | 'Records and files:'
  | 'In and out:'
  | 'Who may use it:'
  | 'Look after it:'
  | 'The command line:';

interface Family {
  /** Names of its commands; empty for one that lists all others. */
  readonly names: readonly string[];
  readonly heading: Heading;
  readonly load: () => Promise<AddCommands>;
}

/** A copy of the contract's list, because that one loads all schemas. */
const RESOURCES: readonly Resource[] = ['patients', 'exams', 'templates'];

export const FAMILIES: readonly Family[] = [
  {
    names: ['init'],
    heading: 'Serve a vault:',
    load: async () => (await import('./admin/init-command.ts')).addInitCommand,
  },
  {
    names: ['serve'],
    heading: 'Serve a vault:',
    load: async () => (await import('./admin/serve-command.ts')).addServeCommand,
  },
  {
    names: ['join'],
    heading: 'Serve a vault:',
    load: async () => (await import('./admin/join-command.ts')).addJoinCommand,
  },
  {
    names: ['travel'],
    heading: 'Serve a vault:',
    load: async () => (await import('./admin/travelling-copy/travel-command.ts')).addTravelCommands,
  },
  {
    names: ['status'],
    heading: 'Records and files:',
    load: async () => (await import('./commands/status.ts')).addStatusCommand,
  },
  ...RESOURCES.map(
    (resource): Family => ({
      names: [resource],
      heading: 'Records and files:',
      load: async () => {
        const { addDocumentCommands } = await import('./commands/documents.ts');
        return (program, context) => addDocumentCommands(program, context, resource);
      },
    }),
  ),
  {
    names: ['drive'],
    heading: 'Records and files:',
    load: async () => (await import('./commands/drive/drive.ts')).addDriveCommands,
  },
  {
    names: ['verify-report'],
    heading: 'Records and files:',
    load: async () => (await import('./report/verify-report-command.ts')).addVerifyReportCommand,
  },
  {
    names: ['verify-erasure'],
    heading: 'Records and files:',
    load: async () => (await import('./commands/erase.ts')).addVerifyErasureCommand,
  },
  {
    names: ['import'],
    heading: 'In and out:',
    load: async () => (await import('./import/import-command.ts')).addImportCommands,
  },
  {
    names: ['export'],
    heading: 'In and out:',
    load: async () => (await import('./export/export-command.ts')).addExportCommands,
  },
  {
    names: ['hl7'],
    heading: 'In and out:',
    load: async () => (await import('./export/hl7/outbox-command.ts')).addOutboxCommands,
  },
  {
    names: ['credential'],
    heading: 'Who may use it:',
    load: async () => (await import('./admin/access/credential-command.ts')).addCredentialCommands,
  },
  {
    names: ['persons'],
    heading: 'Who may use it:',
    load: async () => (await import('./admin/access/persons-command.ts')).addPersonsCommands,
  },
  {
    names: ['groups'],
    heading: 'Who may use it:',
    load: async () => (await import('./admin/access/groups-command.ts')).addGroupsCommands,
  },
  {
    names: ['sessions'],
    heading: 'Who may use it:',
    load: async () => (await import('./admin/access/persons-command.ts')).addSessionsCommands,
  },
  {
    names: ['passphrase', 'recovery-key'],
    heading: 'Who may use it:',
    load: async () => (await import('./admin/access/secrets-command.ts')).addSecretsCommands,
  },
  {
    names: ['certificate'],
    heading: 'Who may use it:',
    load: async () => (await import('./admin/access/settings-command.ts')).addCertificateCommands,
  },
  {
    names: ['settings'],
    heading: 'Who may use it:',
    load: async () => (await import('./admin/access/settings-command.ts')).addSettingsCommands,
  },
  {
    names: ['health'],
    heading: 'Look after it:',
    load: async () => (await import('./admin/health-command.ts')).addHealthCommand,
  },
  {
    names: ['metrics'],
    heading: 'Look after it:',
    load: async () => (await import('./admin/metrics-command.ts')).addMetricsCommand,
  },
  {
    names: ['doctor'],
    heading: 'Look after it:',
    load: async () => (await import('./admin/maintenance/doctor-command.ts')).addDoctorCommand,
  },
  {
    names: ['verify'],
    heading: 'Look after it:',
    load: async () => (await import('./admin/maintenance/verify-command.ts')).addVerifyCommand,
  },
  {
    names: ['backup', 'restore'],
    heading: 'Look after it:',
    load: async () => (await import('./admin/maintenance/backup-command.ts')).addBackupCommands,
  },
  {
    names: ['migrate'],
    heading: 'Look after it:',
    load: async () => (await import('./admin/maintenance/migrate-command.ts')).addMigrateCommand,
  },
  {
    names: ['audit'],
    heading: 'Look after it:',
    load: async () => (await import('./admin/maintenance/audit-command.ts')).addAuditCommands,
  },
  {
    names: [],
    heading: 'The command line:',
    load: async () => (await import('./help/completion-command.ts')).addCompletionCommand,
  },
];

/** Returns the help heading of a command. */
export function headingOf(name: string): Heading {
  return FAMILIES.find(({ names }) => names.includes(name))?.heading ?? 'The command line:';
}
