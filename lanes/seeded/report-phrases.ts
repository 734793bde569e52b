/**
 * Phrases for generated reports in five languages: correct sentences, and the words that an error changes. Invented,
 * from no real report.
 */
export type Side = 'left' | 'right';

/** A finding for the Impression, affirmed and denied. */
export interface NamedFinding {
  readonly yes: string;
  readonly no: string;
}

export interface Phrases {
  readonly language: string;
  readonly side: Readonly<Record<Side, string>>;
  /** `{side}` is replaced by the word for the side. */
  readonly sidedTitle: string;
  readonly sidedFinding: string;
  readonly sidedImpression: string;
  readonly findings: readonly NamedFinding[];
  /** Sentences correct in any report: denials, sizes with units, known and unchanged findings. */
  readonly normal: readonly string[];
  /** `{place}` is replaced by a level of the spine such as `L4/5`. */
  readonly placed: string;
  readonly nothingElse: string;
  /** `{n}` is replaced by a number, followed by the unit. */
  readonly lesion: string;
  readonly sized: string;
  readonly table: readonly [lesion: string, baseline: string, today: string, change: string, sum: string];
  readonly female: string;
  readonly male: string;
}

export const PHRASES: readonly Phrases[] = [
  {
    language: 'en',
    side: { left: 'left', right: 'right' },
    sidedTitle: 'XR humerus {side}',
    sidedFinding: 'Fracture of the {side} proximal humerus.',
    sidedImpression: 'Fracture of the {side} humerus.',
    findings: [
      { yes: 'Pneumothorax at the right apex.', no: 'No pneumothorax.' },
      { yes: 'Segmental pulmonary embolism.', no: 'No pulmonary embolism.' },
      { yes: 'Fracture of the seventh rib.', no: 'No fracture.' },
      { yes: 'Aneurysm of the aorta.', no: 'No aneurysm.' },
      { yes: 'Intracranial haemorrhage.', no: 'No intracranial haemorrhage.' },
    ],
    normal: [
      'Heart size is normal.',
      'No pleural effusion.',
      'Simple cyst of 14 mm in the liver, unchanged.',
      'The kidneys measure 11 cm each.',
      'Degenerative changes of the spine.',
      'Lymph nodes of up to 8 mm, not enlarged.',
    ],
    placed: 'Disc herniation at {place}.',
    nothingElse: 'No other acute abnormality.',
    lesion: 'Lesion 1 measures {n} today.',
    sized: 'Nodule of {n} in the upper lobe.',
    table: ['Target lesion', 'Baseline, mm', 'Today, mm', 'Change, %', 'Sum'],
    female: 'The uterus is unremarkable.',
    male: 'The prostate is enlarged.',
  },
  {
    language: 'de',
    side: { left: 'links', right: 'rechts' },
    sidedTitle: 'Röntgen Humerus {side}',
    sidedFinding: 'Fraktur des proximalen Humerus {side}.',
    sidedImpression: 'Humerusfraktur {side}.',
    findings: [
      { yes: 'Pneumothorax rechts apikal.', no: 'Kein Pneumothorax.' },
      { yes: 'Segmentale Lungenembolie.', no: 'Keine Lungenembolie.' },
      { yes: 'Fraktur der siebten Rippe.', no: 'Keine Fraktur.' },
      { yes: 'Aneurysma der Aorta.', no: 'Kein Aneurysma.' },
      { yes: 'Intrakranielle Blutung.', no: 'Keine intrakranielle Blutung.' },
    ],
    normal: [
      'Herz normal groß.',
      'Kein Pleuraerguss.',
      'Einfache Zyste von 14 mm in der Leber, unverändert.',
      'Die Nieren messen je 11 cm.',
      'Degenerative Veränderungen der Wirbelsäule.',
      'Lymphknoten bis 8 mm, nicht vergrößert.',
    ],
    placed: 'Bandscheibenvorfall {place}.',
    nothingElse: 'Sonst kein akuter Befund.',
    lesion: 'Läsion 1 misst heute {n}.',
    sized: 'Rundherd von {n} im Oberlappen.',
    table: ['Zielläsion', 'Ausgang, mm', 'Heute, mm', 'Änderung, %', 'Summe'],
    female: 'Der Uterus ist unauffällig.',
    male: 'Die Prostata ist vergrößert.',
  },
  {
    language: 'fr',
    side: { left: 'gauche', right: 'droit' },
    sidedTitle: 'Radiographie de l’humérus {side}',
    sidedFinding: 'Fracture de l’humérus {side} proximal.',
    sidedImpression: 'Fracture de l’humérus {side}.',
    findings: [
      { yes: 'Pneumothorax apical droit.', no: 'Pas de pneumothorax.' },
      { yes: 'Embolie pulmonaire segmentaire.', no: 'Pas d’embolie pulmonaire.' },
      { yes: 'Fracture de la septième côte.', no: 'Absence de fracture.' },
      { yes: 'Anévrisme de l’aorte.', no: 'Pas d’anévrisme.' },
      { yes: 'Hémorragie intracrânienne.', no: 'Aucune hémorragie intracrânienne.' },
    ],
    normal: [
      'Le cœur est de taille normale.',
      'Pas d’épanchement pleural.',
      'Kyste simple de 14 mm du foie, inchangé.',
      'Les reins mesurent 11 cm chacun.',
      'Remaniements dégénératifs du rachis.',
      'Ganglions jusqu’à 8 mm, non augmentés.',
    ],
    placed: 'Hernie discale {place}.',
    nothingElse: 'Pas d’autre anomalie aiguë.',
    lesion: 'La lésion 1 mesure {n} ce jour.',
    sized: 'Nodule de {n} du lobe supérieur.',
    table: ['Lésion cible', 'Référence, mm', 'Ce jour, mm', 'Variation, %', 'Somme'],
    female: 'L’utérus est sans particularité.',
    male: 'La prostate est augmentée de volume.',
  },
  {
    language: 'es',
    side: { left: 'izquierdo', right: 'derecho' },
    sidedTitle: 'Radiografía de húmero {side}',
    sidedFinding: 'Fractura del húmero {side} proximal.',
    sidedImpression: 'Fractura del húmero {side}.',
    findings: [
      { yes: 'Neumotórax apical derecho.', no: 'Sin neumotórax.' },
      { yes: 'Embolia pulmonar segmentaria.', no: 'No hay embolia pulmonar.' },
      { yes: 'Fractura de la séptima costilla.', no: 'Sin evidencia de fractura.' },
      { yes: 'Aneurisma de la aorta.', no: 'No se observa aneurisma.' },
      { yes: 'Hemorragia intracraneal.', no: 'Sin hemorragia intracraneal.' },
    ],
    normal: [
      'Corazón de tamaño normal.',
      'Sin derrame pleural.',
      'Quiste simple de 14 mm en el hígado, sin cambios.',
      'Los riñones miden 11 cm cada uno.',
      'Cambios degenerativos de la columna.',
      'Ganglios de hasta 8 mm, no aumentados.',
    ],
    placed: 'Hernia discal {place}.',
    nothingElse: 'Sin otras alteraciones agudas.',
    lesion: 'La lesión 1 mide hoy {n}.',
    sized: 'Nódulo de {n} en el lóbulo superior.',
    table: ['Lesión diana', 'Basal, mm', 'Hoy, mm', 'Cambio, %', 'Suma'],
    female: 'El útero no presenta alteraciones.',
    male: 'La próstata está aumentada de tamaño.',
  },
  {
    language: 'pt',
    side: { left: 'esquerdo', right: 'direito' },
    sidedTitle: 'Radiografia do úmero {side}',
    sidedFinding: 'Fratura do úmero {side} proximal.',
    sidedImpression: 'Fratura do úmero {side}.',
    findings: [
      { yes: 'Pneumotórax apical direito.', no: 'Sem pneumotórax.' },
      { yes: 'Embolia pulmonar segmentar.', no: 'Ausência de embolia pulmonar.' },
      { yes: 'Fratura da sétima costela.', no: 'Não há fratura.' },
      { yes: 'Aneurisma da aorta.', no: 'Sem aneurisma.' },
      { yes: 'Hemorragia intracraniana.', no: 'Nenhuma hemorragia intracraniana.' },
    ],
    normal: [
      'Coração de tamanho normal.',
      'Sem derrame pleural.',
      'Cisto simples de 14 mm no fígado, inalterado.',
      'Os rins medem 11 cm cada.',
      'Alterações degenerativas da coluna.',
      'Linfonodos de até 8 mm, não aumentados.',
    ],
    placed: 'Hérnia discal {place}.',
    nothingElse: 'Sem outras alterações agudas.',
    lesion: 'A lesão 1 mede hoje {n}.',
    sized: 'Nódulo de {n} no lobo superior.',
    table: ['Lesão-alvo', 'Inicial, mm', 'Hoje, mm', 'Variação, %', 'Soma'],
    female: 'O útero não apresenta alterações.',
    male: 'A próstata está aumentada.',
  },
];
