/**
 * Codes by the id of what they belong to, from the XML in a template's head. `entry` and ORIGTXT stand there in any case
 * and quoting, as templates are published. Source: IHE MRRT, "Template attributes"; radreport.org.
 */
const ENTRY =
  /<(entry|coded_content|term)\b([^>]*?\borigtxt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))[^>]*)>([\s\S]*?)<\/\1\s*>/gi;
const CODE = /<code\b([^>]*)>/i;
const SCHEME = /<coding_scheme\b([^>]*)>/gi;
const XML_TYPE = /^(?:text|application)\/xml$/i;

/** FHIR systems of designators a template names its schemes by. */
const SYSTEMS: Readonly<Record<string, string>> = {
  '2.16.840.1.113883.6.96': 'http://snomed.info/sct',
  '2.16.840.1.113883.6.3': 'http://hl7.org/fhir/sid/icd-10',
};
/** Schemes whose codes tell their system by their form. */
const BY_FORM = /^(?:radlex|loinc|ln|radelement|2\.16\.840\.1\.113883\.6\.(?:1|256))$/i;
const SNOMED = /^(?:snomed.*|sct|srt)$/i;

export function readCodes(document: Document): Map<string, string> {
  const codes = new Map<string, string>();
  for (const script of document.querySelectorAll('script')) {
    if (!XML_TYPE.test(script.getAttribute('type') ?? '')) continue;
    const xml = script.textContent ?? '';
    const designators = designatorsIn(xml);
    for (const [, , , double, single, bare, content = ''] of xml.matchAll(ENTRY)) {
      const id = unescapeXml(double ?? single ?? bare ?? '').trim();
      const [, attributes = ''] = CODE.exec(content) ?? [];
      const code = codeOf(attributes, designators);
      if (id !== '' && code !== undefined && !codes.has(id)) codes.set(id, code);
    }
  }
  return codes;
}

function codeOf(attributes: string, designators: ReadonlyMap<string, string>): string | undefined {
  const value = attributeOf(attributes, 'value');
  if (value === undefined || value === '') return undefined;
  // RadLex is also written by the address of its term.
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
