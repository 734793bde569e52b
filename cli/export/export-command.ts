/** `srvault export`: exports records as FHIR. Source: choices, second part, "Exchange". */
import type { Command } from 'commander';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { onlyOnce } from '#cli/options/single-value-option.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import type { FhirBundleResource } from '#contract/exchange/routes.ts';
import { isJsonObject } from '#records/json-object.ts';
import type { VaultClient } from '#sdk/client.ts';
import { addDeidentifiedExport } from './deidentified-command.ts';
import { addDicomExport } from './dicom-command.ts';
import { addHealthLinkCommand } from './health-link-command.ts';
import { addHl7Command } from './hl7/hl7-command.ts';
import { addSealedCommand } from './sealed-command.ts';
import { createResourceWriter, type ResourceWriter } from './write-resources.ts';

interface FhirOptions extends ProfileOptions {
  readonly patient?: string;
  readonly exam?: string;
  readonly out: string;
  readonly ndjson?: boolean;
  readonly files?: boolean;
  readonly pdf: boolean;
}

export function addExportCommands(
  program: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
): void {
  const group = program.command('export').description('export records');
  addDicomExport(group, context, setExitCode);
  addDeidentifiedExport(group, context, setExitCode);
  addSealedCommand(group, context);
  addHealthLinkCommand(group, context);
  addHl7Command(group, context, setExitCode);
  addProfileOptions(group.command('fhir'))
    .description('FHIR R4: everything you may read in the group, one patient with its exams, or one exam')
    .option('--patient <id>', 'this patient and its exams', onlyOnce('--patient'))
    .option('--exam <id>', 'this exam and its patient', onlyOnce('--exam'))
    .requiredOption('--out <path>', 'a bundle; with --ndjson a folder of one file per resource type')
    .option('--files', 'the content of files too, as Binary')
    .option('--no-pdf', 'without each report as PDF: faster where there are many')
    .option('--ndjson', 'bulk form: one resource a line')
    .action(async (options: FhirOptions) => {
      if (options.patient !== undefined && options.exam !== undefined)
        throw new UsageError('--patient and --exam exclude each other.');
      const writer = createResourceWriter(options.out, options.ndjson === true);
      try {
        await withClient(context, options, async ({ client, group: groupId }) => {
          for await (const resources of resourcesOf(client, options, groupId, context.signal))
            await (options.files ? withFiles(client, writer, resources) : writer.add(resources));
        });
        const counts = await writer.close();
        const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
        if (total === 0)
          warn(
            context,
            options.ndjson
              ? 'nothing was exported: the group has no record; no file was written'
              : `nothing was exported: the group has no record; ${options.out} is an empty bundle`,
          );
        printResult(context, options, { out: options.out, resources: counts }, ({ resources }) => {
          const kinds = Object.entries(resources).map(([type, count]) => `${count} ${type}`);
          return `Wrote ${total} resources to ${options.out}, in clear${kinds.length === 0 ? '' : `: ${kinds.join(', ')}`}.`;
        });
      } catch (error) {
        await writer.abandon();
        throw error;
      }
    });
}

/** Adds the Binary after each DocumentReference, which then refers to it. */
async function withFiles(
  client: VaultClient,
  writer: ResourceWriter,
  resources: readonly FhirBundleResource[],
): Promise<void> {
  for (const resource of resources) {
    const file = resource.resourceType === 'DocumentReference' ? fileOf(resource) : undefined;
    if (file === undefined) {
      await writer.add([resource]);
      continue;
    }
    const { security_group_id, node_id, attachment } = file;
    const download = await client.drive(security_group_id).download(node_id);
    const url = `Binary/${node_id}`;
    await writer.add([{ ...resource, content: [{ attachment: { ...attachment, url } }] }]);
    await writer.addBinary(node_id, attachment.contentType, download);
  }
}

const CONTENT_URL = /^\/v1\/drives\/([^/]+)\/nodes\/([^/]+)\/content$/;

/** Returns the drive node that a DocumentReference refers to. */
function fileOf({ content }: FhirBundleResource) {
  const [first]: readonly unknown[] = Array.isArray(content) ? content : [];
  if (!isJsonObject(first) || !isJsonObject(first['attachment'])) return undefined;
  const { url, contentType } = first['attachment'];
  const [, group, node] = typeof url === 'string' ? (CONTENT_URL.exec(url) ?? []) : [];
  if (group === undefined || node === undefined || typeof contentType !== 'string') return undefined;
  return {
    security_group_id: group,
    node_id: node,
    attachment: { ...first['attachment'], contentType },
  };
}

/** Yields patients first, so that sequential readers know the patient of each exam. */
async function* resourcesOf(
  client: VaultClient,
  { patient, exam, pdf }: FhirOptions,
  group: () => string,
  signal: AbortSignal,
): AsyncGenerator<readonly FhirBundleResource[]> {
  const options = { signal };
  const ofExam = async (id: string) =>
    (await client.exchange.fhirExam(id, { ...options, pdf })).entry.map(({ resource }) => resource);
  const ofPatient = async (id: string) =>
    (await client.exchange.fhirPatient(id, options)).entry.map(({ resource }) => resource);
  if (exam !== undefined) {
    yield await ofExam(exam);
    return;
  }
  const query = { security_group_id: group(), state: 'active', sort: 'created_at', limit: 200 } as const;
  if (patient !== undefined) yield await ofPatient(patient);
  else {
    for await (const { index } of client.patients.list(query, options))
      yield await ofPatient(index.document_id);
  }
  const exams = patient === undefined ? query : { ...query, patient_id: patient };
  for await (const { index } of client.exams.list(exams, options)) yield await ofExam(index.document_id);
}
