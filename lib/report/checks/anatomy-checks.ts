/** Finds organs that the patient's recorded sex does not have, mostly from a sentence of a wrong template. */
import { withoutRelatives } from './impression/former-findings.ts';
import { type QualityFinding, type ReportParts, warning, wordsAt } from './quality-finding.ts';

const FEMALE_ORGANS =
  /(?<![\p{L}])(?:ut[eé]r(?:us|ine?s?|i)|útero|uterin[oa]s?|ovar(?:y|ies|ian|e|ien|\p{L}{0,3})|ovário\p{L}*|ovaires?|adnexa\p{L}*|adnexe\p{L}*|endometri\p{L}+|myometri\p{L}+|fallopian|vagina\p{L}*|cervix uteri|gebärmutter\p{L}*|eierst[oö]ck\p{L}*|portio)(?![\p{L}])/iu;

const MALE_ORGANS =
  /(?<![\p{L}])(?:pr[oó]stat\p{L}*|vésicules? séminales?|ves[ií]culas? semina(?:les|is)|test[ií]cul\p{L}*|escrot\p{L}*|seminal vesicle\p{L}*|samenblase\p{L}*|testi(?:s|cle|cles|cular|kulär\p{L}*)|testes(?! d[aeo](?!\p{L}))|hoden(?!\p{L})|scrot\p{L}*|skrot\p{L}*|epididym\p{L}*|nebenhoden|penis|penile)(?![\p{L}])/iu;

export function checkSexAndOrgans(parts: ReportParts, biologicalSex: string | null): QualityFinding[] {
  const sex = sexOf(biologicalSex);
  if (sex === null) return [];
  const organs = sex === 'male' ? FEMALE_ORGANS : MALE_ORGANS;
  const inText = organs.exec(withoutRelatives(parts.whole));
  if (inText) {
    return [warning('sex_organ_mismatch', { word: inText[0], sex }, wordsAt(parts.whole, inText))];
  }
  const inTitle = organs.exec(parts.title);
  return inTitle ? [warning('sex_organ_mismatch', { word: inTitle[0], sex })] : [];
}

export function knowsSex(biologicalSex: string | null): boolean {
  return sexOf(biologicalSex) !== null;
}

/** Reads a recorded sex; null for any other text. */
export function sexOf(text: string | null): 'male' | 'female' | null {
  if (text === null) return null;
  if (/^(?:m|male|männlich|man|mann)$/i.test(text.trim())) return 'male';
  return /^(?:f|w|female|weiblich|woman|frau)$/i.test(text.trim()) ? 'female' : null;
}
