/**
 * Writes one exam as a sealed HTML file. All refusals happen before the first byte; files are then sealed part by part
 * while reading, so memory stays bounded. Source: choices, second part, "Exchange".
 */
import type { Writable } from 'node:stream';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { DriveNode } from '#contract/drives/node.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { HandoverBody } from '#contract/exchange/handover.ts';
import { PAPER_LANGUAGES } from '#contract/exchange/paper-locale.ts';
import type { FhirBundle } from '#contract/exchange/routes.ts';
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import { isDay } from '#contract/instant.ts';
import { encodeHex, utf8 } from '#crypto/bytes.ts';
import { BUNDLE_HEADER, HANDOVER_FORMAT, type HandoverParameters } from '#crypto/handover/handover-format.ts';
import { createHandoverSealer } from '#crypto/handover/seal-handover.ts';
import { sha256 } from '#crypto/sha256.ts';
import { criticalBeside, criticalSentence } from '#records/reports/critical-line.ts';
import { isOfVersion } from '#records/reports/signed-versions.ts';
import { isSample } from '#records/sample/sample-mark.ts';
import { localeFor, type ReportFilePorts, readerOf } from '#server/exchange/report-files.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { assertStrongPassphrase } from '#server/identity/passphrase/passphrase-policy.ts';
import { type Clock, nowInstant } from '#server/system/clock.ts';
import { createKeyedQueue } from '#server/system/queue-per-key.ts';
import { type HandoverFacts, toHandoverBundle } from './handover-bundle.ts';
import { keyImageResources } from './key-image-resources.ts';
import { createPartsSink } from './split-into-parts.ts';
import { writeText } from './write-when-drained.ts';

export interface HandoverPorts
  extends Pick<
    ReportFilePorts,
    'exam' | 'keyFrame' | 'ownLocale' | 'signatures' | 'vault' | 'writeText' | 'readerForms'
  > {
  readonly clock: Clock;
  readonly fhirExam: (actor: Actor, id: DocumentId) => Promise<FhirBundle>;
  readonly files: (actor: Actor, group: SecurityGroupId, id: DocumentId) => Promise<DriveNode[]>;
  readonly content: (
    actor: Actor,
    group: SecurityGroupId,
    node: NodeId,
    request: { readonly onActivity: () => void },
  ) => Promise<{ readonly sendTo: (sink: Writable) => Promise<void> }>;
  readonly nameOf: (actor: Actor) => string;
  /** The built page's HTML, with `PLACE` where the sealed blocks go; undefined without a build. */
  readonly page: () => string | undefined;
}

/** Writes the file; a failure after the first byte leaves a truncated file. */
export type WriteHandover = (sink: Writable, onActivity: () => void) => Promise<void>;

/** Hand-overs one principal may have waiting behind the running one. */
const WAITING_MAX = 16;
/** Placeholder in the built page, before its script. */
const PLACE = '<!--handover-->';

export function createHandoverService(ports: HandoverPorts) {
  const inLine = createKeyedQueue(WAITING_MAX);

  /**
   * One per principal at a time, because each costs a key derivation and has an exam in memory.
   * @throws rate_limited behind too many, invalid_request (weak passphrase, impossible day, a file of another exam),
   * and errors of reading the exam.
   */
  return (actor: Actor, examId: DocumentId, body: HandoverBody): Promise<WriteHandover> =>
    inLine(actor.principal_id, () => handOver(actor, examId, body));

  async function handOver(
    actor: Actor,
    examId: DocumentId,
    { passphrase, files: wanted, delete_after }: HandoverBody,
  ): Promise<WriteHandover> {
    if (actor.signal.aborted)
      throw new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
    const [before, after] = ports.page()?.split(PLACE) ?? [];
    if (before === undefined || after === undefined)
      throw new VaultError('protocol_error', 'The hand-over page was not built. Run «npm run build».');
    if (delete_after !== undefined && !isDay(delete_after))
      throw new VaultError('invalid_request', 'delete_after: not a valid date. Write it as 2026-12-31.');
    const view = await ports.exam(actor, examId);
    const { workspace_id, name } = ports.vault();
    await assertStrongPassphrase(actor.principal_id, passphrase, [name]);
    const group = view.index.security_group_id;
    const [bundle, all, { items: signatures }] = await Promise.all([
      ports.fhirExam(actor, examId),
      ports.files(actor, group, examId),
      ports.signatures(actor, examId),
    ]);
    const files = wanted === undefined ? all : wanted.map((id) => fileOf(all, id));
    const created_at = nowInstant(ports.clock);
    const sealer = await createHandoverSealer(passphrase);
    const inside = toHandoverBundle(bundle, {
      files: files.map(({ node_id }) => node_id),
      facts: {
        vault: name,
        by: ports.nameOf(actor),
        at: created_at,
        version: view.index.meta.seq,
        ...(delete_after === undefined ? {} : { delete_after }),
        ...(isSample(view.record.custom_attributes) ? { sample: true as const } : {}),
        ...(await criticalFacts(ports, actor, view)),
      },
      signed_report: await signedReport(ports, actor, view, signatures),
      key_images: await keyImageResources(
        ports,
        actor,
        view,
        localeFor(ports.ownLocale(actor), view, signatures).language,
      ),
    });
    const opening: HandoverParameters = {
      format: HANDOVER_FORMAT,
      vault_name: name,
      created_at,
      workspace_hash: encodeHex(sha256(utf8(workspace_id))),
      kdf: sealer.kdf,
    };
    const sealedBundle = sealer.seal(BUNDLE_HEADER, utf8(JSON.stringify(inside)));

    return async (sink, onActivity) => {
      await writeText(sink, before);
      await writeText(sink, block('application/json', 'opening', JSON.stringify(opening)));
      await writeText(sink, block('application/jose', 'bundle', sealedBundle));
      for (const [at, { node_id }] of files.entries()) {
        const content = await ports.content(actor, group, node_id, { onActivity });
        const number = at + 1;
        await content.sendTo(
          createPartsSink(
            (header, bytes) =>
              writeText(
                sink,
                block('application/jose', `file-${number}-${header.part}`, sealer.seal(header, bytes)),
              ),
            number,
          ),
        );
      }
      await writeText(sink, after);
    };
  }
}

function fileOf(all: readonly DriveNode[], id: NodeId): DriveNode {
  const node = all.find(({ node_id }) => node_id === id);
  if (node === undefined)
    throw new VaultError('invalid_request', 'files: one of them does not belong to this exam.');
  return node;
}

/**
 * The report as signed, so that the page can verify its signatures; undefined where this version's content was not
 * signed.
 */
async function signedReport(
  ports: Pick<HandoverPorts, 'writeText'>,
  actor: Actor,
  view: DocumentView<'exams'>,
  signatures: readonly ExamSignature[],
): Promise<string | undefined> {
  const own = signatures.filter((signature) => isOfVersion(signature, view.version_id));
  const signed = own.find(({ intent }) => intent !== 'co_signed') ?? own[0];
  return signed && ports.writeText(actor, 'html', { record: view.record, patient: signed.subject });
}

/** What was told beside the report's text. */
async function criticalFacts(
  ports: Pick<HandoverPorts, 'readerForms'>,
  actor: Actor,
  { record, index }: DocumentView<'exams'>,
): Promise<Pick<HandoverFacts, 'critical'>> {
  const { stored_text: text } = await ports.readerForms(actor, record.report_html ?? '', readerOf(record));
  const critical = criticalBeside(record.custom_attributes, index.meta.patient_id ?? null, text);
  const told = PAPER_LANGUAGES.flatMap((language) => {
    const sentence = criticalSentence(critical, language);
    return sentence === undefined ? [] : [[language, sentence] as const];
  });
  return told.length === 0 ? {} : { critical: new Map(told) };
}

/** A data block; the page's policy allows only the page's own script. */
function block(type: string, id: string, text: string): string {
  return `<script type="${type}" id="${id}">${text.replaceAll('<', '\\u003c')}</script>\n`;
}
