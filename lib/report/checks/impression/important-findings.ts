/**
 * Findings an impression must mention, by word stem in the interface's languages, and what a normal impression may not
 * follow. A finding of the family, or one that is healed or old, may be left out.
 */

import { STEMS, sentencesOf } from './finding-nouns.ts';
import { withoutFormer } from './former-findings.ts';
import { affirmedOf } from './negation.ts';

export interface ImportantFinding {
  readonly word: RegExp;
  /** Other words by which an impression mentions it. */
  readonly also?: RegExp;
}

const HAEMORRHAGE =
  /h(?:a?e|ä|é)morr(?:h|ag)\p{L}*|(?<!\p{L})bleed(?:ing)?(?!\p{L})|(?<!\p{L})\p{L}{0,20}(?<!durch)blutung\p{L}*|(?<!\p{L})(?:sangrados?|sangramentos?|saignements?)(?!\p{L})/iu;
const PERFORATION =
  /(?<!\p{L})\p{L}{0,12}(?:perforat(?:ion|ed)|perforier|perforad[oa]|perforaç|perforaci|perforée?s?(?!\p{L}))\p{L}*/iu;
const FREE_AIR =
  /(?<!\p{L})(?:free(?: [\p{L}-]+){0,3} (?:air|gas)|freie[rs]?(?: [\p{L}-]+){0,3} (?:luft|gas(?!\p{L}))|extraluminal\p{L}* (?:air|gas|luft)|(?:air|gaz) (?:[\p{L}-]+ ){0,2}libre|(?:aire|gas) (?:[\p{L}-]+ ){0,2}libre|(?:ar|gás) (?:[\p{L}-]+ ){0,2}livre|(?:air|aire|ar) extraluminal)(?!\p{L})|p?neumop[eé]riton\p{L}*/iu;
const COMPRESSION =
  /(?<!\p{L})(?:(?:spinal )?cord compression|compression of the (?:(?:spinal|cervical|thoracic) )?cord|(?:myelon|rückenmark\p{L}*|kauda|cauda)-?(?:kompression|syndrom)|kompression (?:des myelons|des rückenmarks|der [ck]auda(?: equina)?)|cauda equina (?:compression|syndrome)|compression of the cauda equina|compression (?:médullaire|de la moelle|de la queue de cheval)|syndrome de la queue de cheval|compresi[oó]n (?:medular|de la médula|de la cola de caballo)|síndrome de (?:la )?cola de caballo|compressão (?:medular|da medula|da cauda equina)|síndrome da cauda equina)(?!\p{L})/iu;

/** `Target lesions smaller` mentions the nodules and metastases that are measured. */
const FOCAL =
  /(?<!\p{L})(?:target lesions?|lésions? cibles?|lesi[oó]n(?:es)? dianas?|(?:lesão|lesões)-alvo|zielläsion(?:en)?)(?!\p{L})/iu;

/** Findings that an impression affirms or denies for the report as a whole. */
export const IMPORTANT: readonly ImportantFinding[] = [
  { word: STEMS.fracture },
  { word: STEMS.pneumothorax },
  { word: STEMS.embolus },
  { word: HAEMORRHAGE, also: /h(?:a?e|ä|é)matom\p{L}*|extravas\p{L}*/iu },
  {
    word: /(?<!\p{L})mass(?:es?|a|as)?(?!\p{L})|(?<!\p{L})masas?(?!\p{L})|raumforderung\p{L}*|(?<!\p{L})(?:\p{L}{0,20}tumor(?:e[ns]?|s)?(?!\p{L})|tum(?:ou?|eu)r\p{L}*)/iu,
  },
  { word: STEMS.nodule, also: FOCAL },
  { word: STEMS.metastasis, also: FOCAL },
  { word: STEMS.aneurysm },
  { word: STEMS.dissection },
  { word: STEMS.ischaemia },
  { word: /thrombos\p{L}*|(?<!\p{L})trombos\p{L}*/iu },
  { word: FREE_AIR, also: PERFORATION },
];

/** Dangerous findings; where both parts name one, their affirmation is compared with more care. */
export const DANGEROUS: readonly ImportantFinding[] = [
  { word: /h(?:a?e|ä|é)matom\p{L}*/iu, also: HAEMORRHAGE },
  {
    word: /(?<!\p{L})(?:active )?extravas\p{L}*|kontrast(?:mittel)?austritt\p{L}*/iu,
    also: HAEMORRHAGE,
  },
  { word: PERFORATION, also: FREE_AIR },
  {
    word: /(?<!\p{L})(?:(?:ovarian|testicular|adnexal|omental|splenic) torsion|torsion of the (?:(?:left|right) )?(?:ovary|testis|testicle|adnexa|spermatic cord)|(?:hoden|ovar|ovarial|adnex|samenstrang|stiel)torsion|torsion (?:ovarienne|annexielle|testiculaire|(?:de l[’']|du )(?:ovaire|annexe|testicule))|torsi[oó]n (?:ov[aá]rica|anexial|testicular|del? (?:ovario|testículo))|torção (?:ovariana|anexial|testicular|d[eo] (?:ovário|testículo)))(?!\p{L})/iu,
  },
  {
    word: /(?<!\p{L})(?:\p{L}{0,20}ileus|\p{L}{0,20}ileuszustand|(?:bowel|intestinal|colonic|ureter(?:al|ic)|biliary) obstruction|occlusions? (?:intestinale|digestive|grêlique|du grêle|colique)|obstrucci[oó]n (?:intestinal|del? (?:intestino|colon|colónica)|ureteral|biliar)|oclusi[oó]n intestinal|obstrução (?:intestinal|d[eo] (?:intestino|cólon)|ureteral|biliar)|oclusão intestinal|íleo (?:paralítico|adinámico|adinâmico|mecánico|mecânico|obstructivo|obstrutivo|biliar))(?!\p{L})/iu,
    also: /ileus|obstru|occlu|oclus|íleo|passagestör/iu,
  },
  {
    word: /(?<!\p{L})(?:ap[eé]ndicitis|appendi[cz]iti?s|appendicite|apendicite)(?!\p{L})/iu,
  },
  { word: /(?<!\p{L})(?:chole[cz]ystiti[sd]|cholécystite|colecistitis|colecistite)(?!\p{L})/iu },
  {
    word: /(?<!\p{L})(?:\p{L}{0,20}absze(?:ss|ß)\p{L}*|abscess(?:es)?|abcès|abscesos?|abs?cessos?)(?!\p{L})/iu,
    also: /empy[eè]m|empiem/iu,
  },
  {
    word: /(?<!\p{L})(?:(?:uretero)?hydro(?:ureteroneph|neph)ros\p{L}*|(?:urétéro-?)?hydronéphros\p{L}*|(?:uretero-?|ureterohidro)?hidronefros\p{L}*|harnstau\p{L}*)/iu,
    also: /harnabfluss|obstru|hydroneph|hydronéph|hidronef|harnstau|gestaut|stauung des|ektasie des (?:nieren|nbks)/iu,
  },
  { word: COMPRESSION, also: /myelopath|miopat|mielopat|myélopath/iu },
  {
    word: /(?<!\p{L})(?:midline (?:shift|displacement|deviation)|mittellinien(?:verlagerung|shift|verschiebung)|déviation de la ligne médiane|desviaci[oó]n de la línea media|desvio d[ae] linha média)(?!\p{L})/iu,
    also: /midline|mittellinie|ligne médiane|línea media|linha média/iu,
  },
  {
    word: /(?<!\p{L})(?:(?:uncal|tonsillar|subfalcine|transtentorial|brain|cerebral) herniation|(?:obere|untere|transtentorielle|unkale) (?:einklemmung|herniation)|engagement (?:temporal|cérébral|amygdalien|sous-falcoriel)|herniaci[oó]n (?:uncal|cerebral|subfalcina|transtentorial)|herniação (?:uncal|cerebral|subfalcina|transtentorial))(?!\p{L})/iu,
    also: /herniat|einklemmung|engagement|herniac|herniaç/iu,
  },
  { word: /(?<!\p{L})(?:\p{L}{0,15}volvulus|vólvulos?|vólvulo|volvo)(?!\p{L})/iu },
  { word: /(?<!\p{L})(?:intussus\p{L}+|invagination(?:sileus)?|invaginación|invaginação)(?!\p{L})/iu },
  {
    word: /(?<!\p{L})(?:(?:ectopic|tubal) (?:pregnancy|gestation)|extrauterin(?:gravidität|schwangerschaft)|(?:eileiter|tubar)(?:schwangerschaft|gravidität)|grossesse (?:extra-?utérine|ectopique|tubaire)|(?:embarazo|gestación) (?:ectópic[oa]|tubáric[oa])|gravidez (?:ectópica|tubária))(?!\p{L})/iu,
  },
  { word: /(?<!\p{L})p?neumom[eé]diastin\p{L}*/iu },
  {
    word: /(?<!\p{L})(?:(?:perikard|herz(?:beutel)?)?tamponade|tapon[ao]miento(?: card[ií]aco| pericárdico)?|taponamento|tamponnade|tamponamento)(?!\p{L})/iu,
  },
  {
    word: /(?<!\p{L})(?:diverti[ck]ulit(?:is|e)s?|sigmadivertikulitis)(?!\p{L})/iu,
  },
  { word: /(?<!\p{L})(?:pan[ck]reatiti[sd]|pancréatite|pancreatite)(?!\p{L})/iu },
  { word: /(?<!\p{L})(?:py[eé]lon[eé]phrit\p{L}*|pielonefrit\p{L}*)/iu },
  {
    word: /(?<!\p{L})(?:spond[iy]lodis[ck]\p{L}{0,2}t\p{L}*|spondylodiszitis|espondilodis[ck]it\p{L}*|ost[eé]om[iy][eé]lit\p{L}*)/iu,
  },
];

/** Words of a normal impression: nothing, or nothing acute, was found. */
const NORMAL =
  /(?<!\p{L})(?:normal(?:e[rsn]?)?(?: (?:study|exam\p{L}*|ct|mri?|befund\p{L}*|radiograph\p{L}*|chest))?|unremarkable|no (?:other |significant )?(?:acute |relevant )?(?:findings?|abnormalit(?:y|ies)|patholog\p{L}+)|unauffällig\p{L}*|regelrecht\p{L}*|altersentsprechend\p{L}*|kein\p{L}* (?:akut\p{L}*|pathologisch\p{L}*) \p{L}*|ohne (?:akuten )?befund|o\. ?b\.|examen normal|(?:pas d[’']|absence d[’']|sans )(?:autre )?(?:anomalie|particularité)\p{L}*|(?:sin|no hay) (?:otr[oa]s )?(?:hallazgos|alteraciones)\p{L}*|estudio normal|sem (?:outr[oa]s )?(?:alteraç|achados)\p{L}*|exame normal|dentro d[oae]s? (?:normalidad|normalidade|límites normales|limites da normalidade))(?!\p{L})/iu;
const ACUTE = /(?<!\p{L})(?:acute(?:ly)?|akut(?:e[rsnm]?)?|aigu(?:ë|e)?s?|agud[oa]s?)(?!\p{L})/iu;
const SIZED =
  /(?<!\p{L})(?:lesions?|lésions?|lesi[oó]n(?:es)?|lesão|lesões|\p{L}{0,20}läsion(?:en)?|herde?[sn]?|\p{L}{0,20}ergüsse|\p{L}{0,20}erguss|effusions?|épanchements?|derrames?|(?:ureter(?:al|ic)?) (?:stones?|calcul\p{L}+)|harnleiterstein\p{L}*|calcul \p{L}*urét[eé]ral|(?:cálculo|litíase) ureteral)(?!\p{L})/iu;
const LENGTH = /\d[\s\u00A0]*(?:mm|cm)(?![\p{L}\d])/u;
const HARMLESS =
  /(?<!\p{L})(?:unchanged|stable|known|benign|simple|normal\p{L}*|typical|h(?:a?e|ä|é)mangiom\p{L}*|cyst\p{L}*|unveränder\p{L}*|stabil\p{L}*|bekannt\p{L}*|gutartig\p{L}*|zyst\p{L}*|inchangée?s?|connue?s?|bénin\p{L}*|kyst\p{L}*|sin cambios|estables?|conocid[oa]s?|benign[oa]s?|hemangiom\p{L}*|angiom\p{L}*|inalterad[oa]s?|estáve(?:l|is)|conhecid[oa]s?|not enlarged)(?!\p{L})/iu;

/** Words of a sized or acute finding over which the impression says only that all is normal; undefined for none. */
export function findingUnderNormal(findings: string, impression: string) {
  if (!NORMAL.test(impression)) return undefined;
  const concluded = sentencesOf(impression);
  const names = (affirmed: string) => DANGEROUS.some(({ word }) => word.test(affirmed));
  if (concluded.some(({ nouns, affirmed }) => nouns.length > 0 || names(affirmed))) return undefined;
  if (ACUTE.test(affirmedOf(impression, []))) return undefined;
  for (const { affirmed, written, index } of sentencesOf(withoutFormer(findings))) {
    if (HARMLESS.test(written) || written.includes('\t')) continue;
    const sized = LENGTH.test(affirmed) ? SIZED.exec(affirmed) : null;
    const match = sized ?? ACUTE.exec(affirmed);
    if (match !== null) return { 0: match[0], index: index + match.index };
  }
  return undefined;
}
