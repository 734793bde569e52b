/**
 * Reads metadata of a template's head: Dublin Core, `rrt:` terms, coded content. Stored with the template, especially
 * authors and licence, because licences of public templates require attribution.
 * Source: IHE MRRT, "Template attributes".
 */

export interface TemplateMetadata {
  readonly title: string;
  readonly modality: string | null;
  readonly language: string | null;
  /** Stored in the template's `custom_attributes.mrrt`. */
  readonly attributes: Readonly<Record<string, string | string[]>>;
}

const DUBLIN_CORE = [
  'identifier',
  'description',
  'creator',
  'contributor',
  'publisher',
  'date',
  'rights',
  'license',
];
const MAX_ATTRIBUTE_CHARS = 2000;

/** DICOM modality codes, and XR and MRT, which some templates use. */
const MODALITY = /^(?:CT|MR|MRT|US|XR|CR|DX|MG|NM|PT|RF|XA|OT|IR|LAB|ECG|ES|BMD)$/;

export function readMetadata(document: Document): TemplateMetadata {
  const terms = termsOf(document);
  const first = (name: string): string | null => terms.get(name)?.[0] ?? null;
  const subjects = (first('dcterms.subject') ?? '').split(/[;,]/).map((subject) => subject.trim());
  const known = [first('rrt:modality') ?? '', ...subjects].find((code) => MODALITY.test(code.toUpperCase()));
  const modality = known === undefined ? null : known.toUpperCase();
  const language = first('dcterms.language');
  const attributes: Record<string, string | string[]> = {};
  for (const name of DUBLIN_CORE) {
    const values = terms.get(`dcterms.${name}`) ?? [];
    const [only] = values;
    if (only !== undefined) attributes[name] = values.length === 1 ? only : values;
  }
  const topics = subjects.filter((subject) => subject !== '' && subject !== known);
  if (topics.length > 0) attributes['subjects'] = topics;
  if (language !== null) attributes['language'] = language;
  const bodyRegion = first('rrt:bodyregion');
  if (bodyRegion !== null) attributes['body_region'] = bodyRegion;
  const title = first('dcterms.title') ?? document.querySelector('title')?.textContent?.trim() ?? '';
  return {
    title: title === '' ? 'Template' : title,
    modality: modality === 'MRT' ? 'MR' : modality,
    language,
    attributes,
  };
}

function termsOf(document: Document): Map<string, string[]> {
  const terms = new Map<string, string[]>();
  for (const meta of document.querySelectorAll('meta')) {
    const name = meta.getAttribute('name')?.toLowerCase();
    const content = meta.getAttribute('content')?.trim().slice(0, MAX_ATTRIBUTE_CHARS);
    if (name === undefined || content === undefined || content === '') continue;
    terms.set(name, [...(terms.get(name) ?? []), content]);
  }
  return terms;
}
