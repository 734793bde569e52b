/** Shows an opened hand-over: banner, report, signatures, attachments. All data stays in the page. */
import type { Attachment, Contents } from './handover-contents.ts';
import { readOpenFields } from './open-fields.ts';
import { bytesOf, element, fill, fillParts, htmlOf, line, note, saveBlob } from './page-elements.ts';
import type { Words } from './page-texts.ts';
import { openFile } from './sealed-blocks.ts';
import { showKeyImages } from './show-key-images.ts';
import {
  type CheckedSignature,
  checkSignatures,
  differingParts,
  readSigned,
  type SignedReport,
} from './signed-report.ts';
import { styleTables } from './style-tables.ts';

interface Shown {
  readonly contents: Contents;
  readonly key: Uint8Array;
  readonly words: Words;
  readonly tag: string;
}

/** Largest picture that is shown; larger ones can only be saved. */
const SHOWN_PICTURE_MAX_BYTES = 20 * 1024 * 1024;
const PICTURE = /^image\/(png|jpeg|webp|gif)$/;

export function showContents(shown: Shown): void {
  const { contents, words, tag } = shown;
  const fact = (name: string) => String(contents.facts.get(name) ?? '');
  const checked = checkSignatures(contents);
  const signed = readSigned(contents, checked);
  element('sample').hidden = fact('sample') !== 'true';
  fill('from', words.handedOver(fact('vault'), dayOf(fact('at'), tag), fact('by')));
  if (signed === undefined) showUnsigned(shown);
  else showSigned(signed, words, tag);
  showKeyImages(element('report'), contents.key_images, words);
  element('signatures').replaceChildren(...signatureNodes(shown, checked, signed));
  element('along').replaceChildren(...alongNodes(shown, checked));
  const critical = fact(`critical-result-${tag.slice(0, 2)}`) || fact('critical-result-en');
  element('critical').hidden = critical === '' || contents.is_withdrawn;
  fill('critical-text', critical);
  const day = fact('delete-after');
  element('delete').hidden = day === '';
  const isPast = day !== '' && day < new Date().toISOString().slice(0, 10);
  fill('delete-day', (isPast ? words.deletePast : words.deleteAfter)(dayOf(day, tag)));
}

/** Shows text and header from the signed bytes, which the signatures cover. */
function showSigned(signed: SignedReport, words: Words, tag: string): void {
  fill('patient', signed.patient ?? words.noPatient);
  fillParts('patient-lines', inWords(signed.patient_lines, tag));
  fill('exam', signed.title);
  const status = signed.status ?? '';
  const said = Object.hasOwn(words.statuses, status) ? (words.statuses[status] ?? status) : status;
  fillParts('exam-lines', [...inWords(signed.exam_lines, tag), said]);
  fill('version', words.version(signed.version));
  element('report').replaceChildren(...importedNodes(signed.body));
  readOpenFields(element('report'), words);
  styleTables(element('report'));
}

function showUnsigned({ contents, words, tag }: Shown): void {
  const { patient, facts, report } = contents;
  fill('patient', patient?.name ?? words.noPatient);
  fillParts('patient-lines', inWords(patient?.lines ?? [], tag));
  fill('exam', contents.title);
  const performed = contents.performed_at && dayOf(contents.performed_at, tag);
  const accession = contents.accession && `${words.accession} ${contents.accession}`;
  fillParts('exam-lines', [contents.modality ?? '', performed ?? '', accession ?? '']);
  fill('version', words.version(Number(facts.get('version') ?? 0)));
  element('report').replaceChildren(...(report === undefined ? [] : importedNodes(htmlOf(report).body)));
  readOpenFields(element('report'), words);
  styleTables(element('report'));
}

function importedNodes(parent: HTMLElement): Node[] {
  return [...parent.childNodes].map((node) => document.importNode(node, true));
}

function signatureNodes(
  { contents, words, tag }: Shown,
  checked: readonly CheckedSignature[],
  signed: SignedReport | undefined,
): Node[] {
  const withdrawn = contents.is_withdrawn ? [state('bad', words.withdrawn)] : [];
  if (checked.length === 0) return [...withdrawn, line(words.notSigned)];
  // With a signed report, a signature that does not match is accepted only where an earlier version has it.
  const fails = checked.some(
    ({ holds, isOfAnother, isEarlier }) => !holds && !(signed === undefined ? isOfAnother : isEarlier),
  );
  const differing = signed === undefined ? [] : differingParts(contents, signed);
  const head = fails
    ? state('bad', words.signaturesFail)
    : signed === undefined
      ? state('bad', words.textNotSigned)
      : state('good', words.signaturesHold);
  const founder = inFours(checked[0]?.founder_fingerprint);
  return [
    ...withdrawn,
    head,
    ...differing.map((part) => state('bad', words.differs[part])),
    ...inOrder(checked).map((signature) => {
      const by = signerName(signature, words);
      const at = dayOf(signature.at, tag);
      const isCoSigner = signature.statement?.intent === 'co_signed';
      if (signature.holds) return line((isCoSigner ? words.coSignedBy : words.signedBy)(by, at));
      if (signature.isEarlier) return line(words.earlier(by, at));
      return line(signature.isOfAnother ? words.another(by, at) : words.failed(by));
    }),
    ...(signed === undefined ? [] : [note(words.onlyText)]),
    ...(founder === undefined ? [] : [note(words.founder(founder))]),
    note(words.noProof),
  ];
}

/** The order of signing, so that who co-signed stands behind who wrote the report. */
function inOrder(checked: readonly CheckedSignature[]): CheckedSignature[] {
  return [...checked].sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Marks a program as such, because its name could be a person's. */
function signerName({ by, signer }: CheckedSignature, words: Words): string {
  if (signer === null) return words.unknownSigner(by);
  if (signer.kind === 'person') return by;
  const { is_founder, key_fingerprint } = signer.issued_by;
  return is_founder ? words.founderScript(by) : words.script(by, inFours(key_fingerprint) ?? '');
}

function inFours(hex: string | null | undefined): string | undefined {
  return hex?.slice(0, 16).match(/.{4}/g)?.join(' ');
}

function state(kind: 'good' | 'bad', text: string): HTMLElement {
  const paragraph = line(text);
  paragraph.className = `state ${kind}`;
  return paragraph;
}

function alongNodes(shown: Shown, checked: readonly CheckedSignature[]): Node[] {
  const { contents, words } = shown;
  const own = (label: string, name: string, media_type: string, data: string | undefined): Attachment[] =>
    data === undefined ? [] : [{ name, label, media_type, data, file: undefined, size: undefined }];
  // Prefers a signature that belongs to the shown report.
  const newest = checked.find(({ holds }) => holds) ?? checked[0];
  const attachments = [
    ...own(words.pdf, 'report.pdf', 'application/pdf', contents.pdf),
    ...own(words.signedReport, 'report-as-signed.html', 'text/html', contents.signed_report),
    ...own(words.signatureFile, 'signature.json', 'application/json', newest?.file),
    ...contents.files,
  ];
  const hasPictures =
    contents.key_images.size > 0 || contents.files.some(({ media_type }) => PICTURE.test(media_type));
  return [
    ...attachments.map((attachment) => attachmentNode(shown, attachment)),
    ...(hasPictures ? [note(words.quickLook)] : []),
  ];
}

function attachmentNode({ key, words }: Shown, attachment: Attachment): Node {
  const row = document.createElement('li');
  const name = document.createElement('span');
  const label = attachment.label ?? attachment.name;
  name.textContent = label;
  const size = document.createElement('small');
  size.textContent = attachment.size === undefined ? '' : sizeOf(attachment.size);
  const save = document.createElement('button');
  save.type = 'button';
  save.textContent = words.save;
  save.setAttribute('aria-label', `${words.save}: ${label}`);
  const open = async () =>
    attachment.data === undefined
      ? openFile(key, attachment)
      : new Blob([bytesOf(attachment.data)], { type: attachment.media_type });
  const failed = () => row.append(note(words.damaged));
  save.addEventListener('click', () => {
    save.disabled = true;
    save.textContent = words.reading;
    open()
      .then((blob) => saveBlob(blob, attachment.name), failed)
      .finally(() => {
        save.disabled = false;
        save.textContent = words.save;
      });
  });
  row.append(name, size, save);
  if (PICTURE.test(attachment.media_type) && (attachment.size ?? 0) <= SHOWN_PICTURE_MAX_BYTES) {
    const picture = document.createElement('img');
    picture.alt = attachment.name;
    open().then((blob) => {
      picture.src = URL.createObjectURL(blob);
      row.prepend(picture);
    }, failed);
  }
  return row;
}

function sizeOf(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} kB`;
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?:T|$)/;

/** Formats days for reading; the signed file has the originals. */
function inWords(lines: readonly string[], tag: string): string[] {
  return lines.map((each) => (ISO_DAY.test(each) ? dayOf(each, tag) : each));
}

/** A day without time is the same day everywhere. */
export function dayOf(instant: string, tag: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const isDay = !instant.includes('T') || instant.endsWith('T00:00:00.000Z');
  return new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(isDay ? { timeZone: 'UTC' } : {}),
  }).format(date);
}
