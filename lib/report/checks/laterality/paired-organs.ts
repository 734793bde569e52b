/**
 * `both`, `beide`, `les deux`, `ambos` count as left and right only before an organ the body has twice: both lungs, but
 * not both target lesions. A word alone behind a comma, as in a title, counts too.
 */
const JOINT = '(?:\\s+joints?)?';
const ENGLISH = `(?:lungs|kidneys|knees?${JOINT}|hips?${JOINT}|shoulders?${JOINT}|elbows?${JOINT}|wrists?${JOINT}|ankles?${JOINT}|sacroiliac joints|si joints|breasts|eyes|orbits|globes|ears|arms|legs|hands|feet|thighs|calves|limbs|extremities|femurs|femora|humeri|hemispheres|lobes|lung\\s+(?:bases|apices|fields|zones|lobes)|bases|apices|hila|ovaries|testes|testicles|adrenals|adrenal\\s+glands|ureters|carotids|(?:carotid|renal|vertebral|iliac|femoral|pulmonary)\\s+arteries|(?:renal|iliac|femoral|jugular)\\s+veins|pleural\\s+(?:spaces|cavities)|maxillary\\s+sinuses|mastoids|temporal\\s+bones|atria|ventricles|axillae|groins|hemithoraces|sides)`;
const GERMAN =
  '(?:nieren|lungen?(?:flügeln?|hälften|spitzen|basen|feldern?|(?:ober|unter)lappen)?|(?:ober|unter|leber|schilddrüsen)lappen|knien?|(?:knie|hüft|schulter|sprung|hand|ellenbogen|iliosakral)gelenken?|hüften|schultern|mammae|brüsten?|augen|orbitae|ohren|armen?|beinen?|händen?|füßen?|ellenbogen|hemisphären|ovarien|hoden|nebennieren|ureteren|harnleitern?|nierenarterien|karotiden|kieferhöhlen|vorhöfen?|ventrikeln?|hili|axillae?|achseln|leisten|(?:ober|unter)schenkeln?|extremitäten|pleurahöhlen|seiten)';
const FRENCH =
  '(?:poumons|reins|genoux|hanches|épaules|coudes|poignets|chevilles|seins|yeux|orbites|oreilles|bras|jambes|mains|pieds|cuisses|membres|fémurs|humérus|hémisphères|lobes|bases|apex|sommets|hiles|ovaires|testicules|surrénales|uretères|carotides|artères\\s+rénales|cavités\\s+pleurales|sinus\\s+maxillaires|oreillettes|ventricules|aisselles|hémithorax|côtés)';
const SPANISH =
  '(?:pulmones|riñones|rodillas|caderas|hombros|codos|muñecas|tobillos|mamas|ojos|órbitas|oídos|brazos|piernas|manos|pies|muslos|extremidades|fémures|húmeros|hemisferios|lóbulos|bases|ápices|vértices|hilios|ovarios|testículos|suprarrenales|glándulas\\s+suprarrenales|uréteres|carótidas|arterias\\s+renales|senos\\s+maxilares|aurículas|ventrículos|axilas|hemitórax|campos\\s+pulmonares|lados)';
const PORTUGUESE =
  '(?:pulmões|rins|joelhos|quadris|ombros|cotovelos|punhos|tornozelos|olhos|ouvidos|braços|pernas|mãos|pés|coxas|membros|fêmures|úmeros|hemisférios|lobos|ápices|hilos|ovários|adrenais|ureteres|carótidas|artérias\\s+renais|seios\\s+maxilares|átrios|ventrículos|hemitóraces|lados)';

/** One adjective may stand between, as in `both lower lobes`; a side is none. */
const ADJECTIVE =
  '(?:(?:the|of the|upper|lower|main|distal|proximal|native|den|der|die|distalen|proximalen|les|los|las|os|as)\\s+){0,2}';
const BEFORE_ORGAN = `(?=\\s+${ADJECTIVE}(?:${[ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE].join('|')})(?!\\p{L}))`;
const ALONE = '(?<=[,(]\\s*\\p{L}+)(?=\\s*(?:[,)]|$))';

export const BOTH_OF_A_PAIR = new RegExp(
  `(?<![\\p{L}])(?:(?:both|beide[rnsm]?|(?:[ld]es\\s+)?deux|amb[oa]s)${BEFORE_ORGAN}|(?:both|beide|amb[oa]s)${ALONE})`,
  'giu',
);
