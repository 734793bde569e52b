/** The second set of phrases in French. */
import type { SecondPhrases } from './second-phrases.ts';

export const FRENCH: SecondPhrases = {
  sides: [
    [
      'Échographie du sein {gauche|droit}',
      'Masse irrégulière du sein {gauche|droit} à 10 heures.',
      'Masse suspecte du sein {gauche|droit}.',
    ],
    [
      'IRM du genou {gauche|droit}',
      'Rupture complète du ligament croisé antérieur du genou {gauche|droit}.',
      'Rupture du LCA {gauche|droit}.',
    ],
    [
      'TDM abdominale',
      'Calcul obstructif de l’uretère {gauche|droit}.',
      'Lithiase urétérale {gauche|droite}.',
    ],
    [
      'TDM thoracique',
      'Épanchement pleural {gauche|droit} de moyenne abondance.',
      'Épanchement pleural du côté {gauche|droit}.',
    ],
    [
      'TDM cérébrale',
      'Hématome sous-dural aigu de la convexité {gauche|droite}.',
      'Hématome sous-dural {gauche|droit}.',
    ],
    [
      'Radiographie du poignet {gauche|droit}',
      'Fracture de l’extrémité distale du radius.',
      'Fracture du radius {gauche|droit}.',
    ],
  ],
  named: [
    ['Petit pneumothorax apical droit.', 'Pas de pneumothorax.', 'Pneumothorax droit de faible abondance.'],
    [
      'Défects des artères segmentaires compatibles avec une embolie pulmonaire.',
      'Absence d’embolie pulmonaire.',
      'Embolie pulmonaire aiguë.',
    ],
    [
      'Appendice épaissi et inflammatoire, en faveur d’une appendicite aiguë.',
      'Pas d’argument pour une appendicite.',
      'Appendicite aiguë.',
    ],
    ['Air libre intrapéritonéal sous le diaphragme.', 'Pas d’air libre.', 'Pneumopéritoine, air libre.'],
    [
      'Thrombose veineuse profonde de la veine poplitée.',
      'Pas de signe de thrombose veineuse profonde.',
      'Thrombose veineuse profonde poplitée.',
    ],
    [
      'Hémorragie sous-arachnoïdienne des citernes de la base.',
      'Pas d’hémorragie intracrânienne.',
      'Hémorragie sous-arachnoïdienne aiguë.',
    ],
    [
      'Dissection de type B de l’aorte descendante.',
      'Pas de dissection aortique.',
      'Dissection aortique de type B.',
    ],
    ['Multiples métastases hépatiques.', 'Pas de métastase hépatique.', 'Métastases hépatiques.'],
    [
      'Occlusion du grêle avec zone de transition pelvienne.',
      'Pas d’occlusion digestive.',
      'Occlusion du grêle.',
    ],
    ['Fracture-tassement de L1.', 'Pas de fracture vertébrale.', 'Fracture récente de L1.'],
  ],
  normal: [
    'Contours médiastinaux normaux.',
    'Pas de condensation focale.',
    'Vésicule biliaire alithiasique.',
    'Diverticulose sigmoïdienne modérée sans diverticulite.',
    'Hémangiome connu du segment 4a, stable à 18 mm.',
    'Antécédent de cholécystectomie.',
    'Pas de lésion osseuse suspecte.',
    'Aorte abdominale de calibre normal.',
    'Ventricules et sillons en rapport avec l’âge.',
    'Pas de dilatation des cavités pyélocalicielles.',
    'Les deux reins se rehaussent de façon symétrique.',
    'Fracture ancienne consolidée de la clavicule gauche.',
    'Pancréas de taille et de contours normaux.',
    'Pas d’adénomégalie.',
    'Parenchyme pulmonaire sans anomalie.',
    'Discrètes atélectasies des bases.',
    'Antécédent de cancer du sein, pas de récidive.',
    'Sonde d’intubation à 4 cm de la carène.',
    'La rate mesure 11,5 cm.',
    'Technique : coupes axiales de 1 mm après 80 ml de produit de contraste.',
  ],
  placed: [
    ['Protrusion discale en {}.', 'Protrusion {}.', 'C5-C6', 'C6-C7'],
    ['Nodule solide de 8 mm du {}.', 'Nodule du {}.', 'lobe supérieur droit', 'lobe inférieur droit'],
    ['Lésion de 2 cm du segment {} hépatique.', 'Lésion indéterminée du segment {}.', '5', '8'],
    ['Fracture de la {} côte.', 'Fracture de la {} côte.', 'sixième', 'huitième'],
  ],
  sized: [
    ['Masse du pôle supérieur du rein mesurant {}.', 'Masse rénale de {}.'],
    ['Anévrisme de l’aorte de {} de diamètre.', 'Anévrisme de {}.'],
    ['Nodule thyroïdien de {}.', 'Nodule thyroïdien, {}.'],
  ],
  female: [
    'Utérus et annexes sans particularité.',
    'Kyste simple de l’ovaire.',
    'DIU en place dans la cavité utérine.',
  ],
  male: [
    'Prostate de volume normal.',
    'Vésicules séminales symétriques.',
    'Testicules d’échogénicité normale.',
  ],
  nothingElse: ['Pas d’autre anomalie.', 'Absence d’autre lésion aiguë.'],
};
