/**
 * Reads codes from the XML in a template's head: codes of page elements and of the template itself. Tag names `entry`,
 * ORIGTXT, `term` and `code` occur in any case and quoting.
 * Source: IHE MRRT, "Template attributes"; radreport.org.
 */
const TAG = /<(\/?)(entry|coded_content|term|code)\b((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const SCHEME = /<coding_scheme\b([^>]*)>/gi;
const COMMENT = /<!--[\s\S]*?-->/g;
/** The XML may be inside a comment, for browsers that do not know the script's type. */
const WHOLE_COMMENT = /^\s*<!--([\s\S]*)-->\s*$/;
const XML_TYPE = /^\s*(?:text|application)\/xml\s*(?:;|$)/i;

/** FHIR systems for the scheme designators used in templates. */
const SYSTEMS: Readonly<Record<string, string>> = {
  '2.16.840.1.113883.6.96': 'http://snomed.info/sct',
  '2.16.840.1.113883.6.3': 'http://hl7.org/fhir/sid/icd-10',
};
/** Schemes whose system follows from the form of their codes. */
const BY_FORM = /^(?:radlex|loinc|ln|radelement|2\.16\.840\.1\.113883\.6\.(?:1|256))$/i;
const SNOMED = /^(?:snomed.*|sct|srt)$/i;

export interface TemplateCodes {
  /** Codes by element id. */
  readonly byId: ReadonlyMap<string, string>;
  /** Ids of elements with several codes; a field or section keeps only one. */
  readonly furtherOf: readonly string[];
  /** Codes of the template as a whole. */
  readonly ofTemplate: readonly string[];
}

export function readCodes(document: Document): TemplateCodes {
  const byId = new Map<string, string>();
  const furtherOf: string[] = [];
  const ofTemplate: string[] = [];
  for (const script of document.querySelectorAll('script')) {
    if (!isXml(script)) continue;
    const xml = (script.textContent ?? '').replace(WHOLE_COMMENT, '$1').replaceAll(COMMENT, '');
    const designators = designatorsIn(xml);
    for (const { id, attributes } of codesIn(xml)) {
      const code = codeOf(attributes, designators);
      if (code === undefined) continue;
      if (id === undefined) ofTemplate.push(code);
      else if (!byId.has(id)) byId.set(id, code);
      else if (byId.get(id) !== code) furtherOf.push(id);
    }
  }
  return { byId, furtherOf, ofTemplate };
}

export function isXml(script: Element): boolean {
  return XML_TYPE.test(script.getAttribute('type') ?? '');
}

interface FoundCode {
  /** Id of the page element the code belongs to; undefined for a code of the template itself. */
  readonly id: string | undefined;
  readonly attributes: string;
}

/** Each code belongs to the nearest surrounding element with an id, or to the id it states itself. */
function codesIn(xml: string): FoundCode[] {
  const found: FoundCode[] = [];
  const around: { readonly tag: string; readonly id: string | undefined }[] = [];
  for (const [, slash, name = '', attributes = ''] of xml.matchAll(TAG)) {
    const tag = name.toLowerCase();
    const own = attributeOf(attributes, 'origtxt');
    const id = own === undefined || own === '' ? around.at(-1)?.id : own;
    if (tag === 'code') {
      if (slash === '') found.push({ id, attributes });
    } else if (slash === '') {
      if (!attributes.trimEnd().endsWith('/')) around.push({ tag, id });
    } else {
      const at = around.findLastIndex((one) => one.tag === tag);
      if (at !== -1) around.length = at;
    }
  }
  return found;
}

function codeOf(attributes: string, designators: ReadonlyMap<string, string>): string | undefined {
  const value = attributeOf(attributes, 'value');
  if (value === undefined || value === '') return undefined;
  // RadLex codes also occur as the URL of their term.
  const radlex = /(?:^|[/#])(RID\d+)$/i.exec(value)?.[1];
  if (radlex !== undefined) return radlex.toUpperCase();
  const scheme = attributeOf(attributes, 'scheme') ?? '';
  const designator = designators.get(scheme.toLowerCase()) ?? scheme;
  if (scheme === '' || BY_FORM.test(scheme) || BY_FORM.test(designator)) return value;
  if (SNOMED.test(scheme)) return `http://snomed.info/sct|${value}`;
  const system =
    SYSTEMS[designator] ?? (/^\d+(?:\.\d+)+$/.test(designator) ? `urn:oid:${designator}` : designator);
  return `${system}|${value}`;
}

function designatorsIn(xml: string): Map<string, string> {
  return new Map(
    [...xml.matchAll(SCHEME)].flatMap(([, attributes = '']) => {
      const name = attributeOf(attributes, 'name')?.toLowerCase();
      const designator = attributeOf(attributes, 'designator');
      return name === undefined || designator === undefined ? [] : [[name, designator] as const];
    }),
  );
}

function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>/]+))`, 'i');
  const [, double, single, bare] = pattern.exec(attributes) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : unescapeXml(value).trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
