/** Shows an opened hand-over: banner, report, signatures, what came along. Everything lives in the page alone. */
import { checkReport } from '#crypto/proof/check-signature.ts';
import type { Attachment, Contents } from './contents.ts';
import { bytesOf, element, fill, line, note, saveBlob } from './elements.ts';
import { showKeyImages } from './key-images.ts';
import { openFile } from './sealed-blocks.ts';
import type { Words } from './words.ts';

interface Shown {
  readonly contents: Contents;
  readonly key: Uint8Array;
  readonly words: Words;
  readonly tag: string;
}

/** Larger pictures open when they are saved. */
const SHOWN_PICTURE_MAX_BYTES = 20 * 1024 * 1024;
const PICTURE = /^image\/(png|jpeg|webp|gif)$/;

export function showContents(shown: Shown): void {
  const { contents, words, tag } = shown;
  const { patient, facts } = contents;
  const fact = (name: string) => String(facts.get(name) ?? '');
  fill('from', words.handedOver(fact('vault'), dayOf(fact('at'), tag), fact('by')));
  fill('patient', patient?.name ?? words.noPatient);
  fill('patient-lines', (patient?.lines ?? []).join(' | '));
  fill('exam', contents.title);
  const performed = contents.performed_at && dayOf(contents.performed_at, tag);
  const accession = contents.accession && `${words.accession} ${contents.accession}`;
  fill('exam-lines', [contents.modality, performed, accession].filter(Boolean).join(' | '));
  fill('version', words.version(Number(facts.get('version') ?? 0)));
  element('report').replaceChildren(...reportNodes(contents.report));
  showKeyImages(element('report'), contents.key_images);
  element('signatures').replaceChildren(...signatureNodes(shown));
  element('along').replaceChildren(...alongNodes(shown));
  const day = fact('delete-after');
  element('delete').hidden = day === '';
  const isPast = day !== '' && day < new Date().toISOString().slice(0, 10);
  fill('delete-day', (isPast ? words.deletePast : words.deleteAfter)(dayOf(day, tag)));
}

/** The vault's allow-list; whatever else stood in it could neither run nor load under this page's policy. */
function reportNodes(report: string | undefined): Node[] {
  if (report === undefined) return [];
  const parsed = new DOMParser().parseFromString(new TextDecoder().decode(bytesOf(report)), 'text/html');
  return [...parsed.body.childNodes].map((node) => document.importNode(node, true));
}

function signatureNodes({ contents, words, tag }: Shown): Node[] {
  if (contents.signatures.length === 0) return [line(words.notSigned)];
  const report = contents.signed_report === undefined ? undefined : bytesOf(contents.signed_report);
  const checked = contents.signatures.map(({ by, at, file }) => {
    const result = checkReport(report ?? new Uint8Array(), new TextDecoder().decode(bytesOf(file)));
    // A signature of an earlier version binds an earlier text; its own keys are checked all the same.
    const isEarlier =
      result.faults.every((fault) => fault === 'text_changed') &&
      result.statement !== undefined &&
      result.statement?.seq !== contents.facts.get('version');
    return { by, at: `${dayOf(at, tag)}`, ...result, isEarlier };
  });
  const fails = checked.filter(({ holds, isEarlier }) => !holds && !isEarlier);
  const head = line(fails.length > 0 ? words.signaturesFail : words.signaturesHold);
  head.className = fails.length > 0 ? 'state bad' : 'state good';
  const founder = checked[0]?.founder_fingerprint?.slice(0, 16).match(/.{4}/g)?.join(' ');
  return [
    head,
    ...checked.map(({ by, at, holds, isEarlier }) =>
      line(holds ? words.signedBy(by, at) : isEarlier ? words.earlier(by, at) : words.failed(by)),
    ),
    ...(founder === undefined ? [] : [note(words.founder(founder))]),
  ];
}

function alongNodes(shown: Shown): Node[] {
  const { contents, words } = shown;
  const own = (label: string, name: string, media_type: string, data: string | undefined): Attachment[] =>
    data === undefined ? [] : [{ name, label, media_type, data, file: undefined, size: undefined }];
  const [newest] = contents.signatures;
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

/** A day without a time is that day everywhere. */
export function dayOf(instant: string, tag: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const isDay = !instant.includes('T') || instant.endsWith('T00:00:00.000Z');
  return new Intl.DateTimeFormat(tag === 'de' ? 'de' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(isDay ? { timeZone: 'UTC' } : {}),
  }).format(date);
}
