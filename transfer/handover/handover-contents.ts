/** Reads the contents of an opened hand-over from its FHIR bundle. Missing parts are left out. */
import type { PaperMark } from '#paper/annotation-outline.ts';

export interface Attachment {
  readonly name: string;
  /** Displayed name; its file name where absent. */
  readonly label?: string;
  readonly media_type: string;
  /** Number of the file in this page, from 1; undefined for content inside the bundle. */
  readonly file: number | undefined;
  readonly size: number | undefined;
  /** Base64, for content inside the bundle. */
  readonly data: string | undefined;
}

/** A key image, or the reason why it is not shown. */
export type KeyImage =
  | { readonly missing: string }
  | {
      readonly name: string;
      /** PNG of the key image, base64. */
      readonly data: string;
      readonly columns: number;
      readonly rows: number;
      /** Height of a pixel relative to its width. */
      readonly pixel_aspect: number;
      readonly marks: readonly PaperMark[];
    };

export interface Contents {
  readonly patient: { readonly name: string; readonly lines: readonly string[] } | undefined;
  readonly title: string;
  /** True when its status withdraws the report. */
  readonly is_withdrawn: boolean;
  readonly modality: string | undefined;
  readonly performed_at: string | undefined;
  readonly accession: string | undefined;
  /** Canonical HTML page of the report, base64. */
  readonly report: string | undefined;
  readonly pdf: string | undefined;
  readonly signed_report: string | undefined;
  readonly signatures: readonly { readonly by: string; readonly at: string; readonly file: string }[];
  readonly files: readonly Attachment[];
  /** Key images by position of their figure in the report, from 1. */
  readonly key_images: ReadonlyMap<number, KeyImage>;
  readonly facts: ReadonlyMap<string, string | number>;
}

/** Values of DiagnosticReport.status for a withdrawn report. */
const WITHDRAWN: ReadonlySet<string> = new Set(['entered-in-error', 'cancelled']);

type Json = Readonly<Record<string, unknown>>;

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(object) : []);
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export function readContents(bundle: unknown): Contents {
  const resources = list(object(bundle)['entry']).map(({ resource }) => object(resource));
  const of = (type: string) => resources.filter(({ resourceType }) => resourceType === type);
  const exam = of('DiagnosticReport')[0] ?? of('ImagingStudy')[0] ?? {};
  const study = of('ImagingStudy')[0] ?? {};
  const forms = list(exam['presentedForm']);
  const form = (type: string) =>
    text(forms.find(({ contentType }) => text(contentType)?.startsWith(type))?.['data']);
  const documents = of('DocumentReference').map((resource) => ({
    id: text(resource['id']),
    attachment: object(object(list(resource['content'])[0])['attachment']),
  }));
  const [patient] = of('Patient');
  return {
    patient: patient && readPatient(patient),
    title: text(object(exam['code'])['text']) ?? text(exam['description']) ?? '',
    is_withdrawn: WITHDRAWN.has(text(exam['status']) ?? ''),
    modality: text(object(list(study['modality'])[0])['code']),
    performed_at: text(exam['effectiveDateTime']) ?? text(exam['started']),
    accession: text(list(exam['identifier'])[0]?.['value']),
    report: form('text/html'),
    pdf: form('application/pdf'),
    signed_report: text(documents.find(({ id }) => id === 'signed-report')?.attachment['data']),
    signatures: of('Provenance').flatMap((resource) => {
      const [signature] = list(resource['signature']);
      const file = text(signature?.['data']);
      const by = text(object(signature?.['who'])['display']) ?? '';
      return file === undefined ? [] : [{ by, at: text(signature?.['when']) ?? '', file }];
    }),
    key_images: new Map(
      of('Media').flatMap((media) =>
        list(media['identifier']).map(({ value }) => [Number(value), readKeyImage(media)]),
      ),
    ),
    files: documents.flatMap(({ attachment }) => readFile(attachment)),
    facts: new Map(
      list(of('Parameters')[0]?.['parameter']).flatMap((parameter) => {
        const name = text(parameter['name']);
        const value = Object.entries(parameter).find(([key]) => key.startsWith('value'))?.[1];
        return name !== undefined && (typeof value === 'string' || typeof value === 'number')
          ? [[name, value]]
          : [];
      }),
    ),
  };
}

function readPatient(patient: Json): NonNullable<Contents['patient']> {
  const [name] = list(patient['name']);
  const [identifier] = list(patient['identifier']);
  const type = text(object(identifier?.['type'])['text']);
  const value = text(identifier?.['value']);
  return {
    name: text(name?.['text']) ?? '',
    lines: [
      text(patient['birthDate']),
      text(patient['gender']),
      value && [type, value].filter(Boolean).join(' '),
    ].flatMap((line) => line ?? []),
  };
}

function readFile({ url, contentType, title, size }: Json): Attachment[] {
  const [, file] = /^#file-(\d+)$/.exec(text(url) ?? '') ?? [];
  if (file === undefined) return [];
  return [
    {
      name: text(title) ?? `file-${file}`,
      media_type: text(contentType) ?? 'application/octet-stream',
      file: Number(file),
      size: typeof size === 'number' ? size : undefined,
      data: undefined,
    },
  ];
}

function readKeyImage(media: Json): KeyImage {
  const content = object(media['content']);
  const data = text(content['data']);
  if (data === undefined) return { missing: text(content['title']) ?? '' };
  const [drawn] = list(media['extension']);
  const { pixel_aspect, marks } = object(JSON.parse(text(drawn?.['valueString']) ?? '{}'));
  const count = (value: unknown) => (typeof value === 'number' && value > 0 ? value : 1);
  return {
    name: text(content['title']) ?? '',
    data,
    columns: count(media['width']),
    rows: count(media['height']),
    pixel_aspect: count(pixel_aspect),
    marks: list(marks).flatMap(readMark),
  };
}

const MARKS: readonly PaperMark['kind'][] = ['length', 'angle', 'ellipse', 'arrow'];

function readMark({ kind, points, lines }: Json): PaperMark[] {
  const known = MARKS.find((name) => name === kind);
  if (known === undefined) return [];
  return [
    {
      kind: known,
      points: list(points).map(({ x, y }) => ({ x: Number(x), y: Number(y) })),
      lines: Array.isArray(lines) ? lines.map(String) : [],
    },
  ];
}
