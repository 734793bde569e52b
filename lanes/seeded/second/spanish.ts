/** The second set of phrases in Spanish. */
import type { SecondPhrases } from './second-phrases.ts';

export const SPANISH: SecondPhrases = {
  sides: [
    [
      'Ecografía de mama {izquierda|derecha}',
      'Masa irregular en la mama {izquierda|derecha} a las 10 horas.',
      'Masa sospechosa en mama {izquierda|derecha}.',
    ],
    [
      'RM rodilla {izquierda|derecha}',
      'Rotura completa del ligamento cruzado anterior de la rodilla {izquierda|derecha}.',
      'Rotura del LCA {izquierdo|derecho}.',
    ],
    [
      'TC abdomen',
      'Cálculo obstructivo en el uréter {izquierdo|derecho}.',
      'Litiasis ureteral {izquierda|derecha}.',
    ],
    [
      'TC tórax',
      'Derrame pleural {izquierdo|derecho} moderado.',
      'Derrame pleural en el lado {izquierdo|derecho}.',
    ],
    [
      'TC craneal',
      'Hematoma subdural agudo en la convexidad {izquierda|derecha}.',
      'Hematoma subdural {izquierdo|derecho}.',
    ],
    [
      'Rx muñeca {izquierda|derecha}',
      'Fractura distal del radio.',
      'Fractura del radio {izquierdo|derecho}.',
    ],
  ],
  named: [
    [
      'Se observa un pequeño neumotórax apical derecho.',
      'No se observa neumotórax.',
      'Pequeño neumotórax derecho.',
    ],
    [
      'Defectos de repleción en arterias segmentarias compatibles con tromboembolismo pulmonar.',
      'Sin signos de tromboembolismo pulmonar.',
      'Tromboembolismo pulmonar agudo.',
    ],
    [
      'Apéndice engrosado e inflamado, compatible con apendicitis aguda.',
      'No hay signos de apendicitis.',
      'Apendicitis aguda.',
    ],
    ['Aire libre intraperitoneal bajo el diafragma.', 'No hay aire libre.', 'Neumoperitoneo con aire libre.'],
    [
      'Trombosis venosa profunda de la vena poplítea.',
      'Sin evidencia de trombosis venosa profunda.',
      'Trombosis venosa profunda poplítea.',
    ],
    [
      'Hemorragia subaracnoidea en las cisternas basales.',
      'Sin hemorragia intracraneal.',
      'Hemorragia subaracnoidea aguda.',
    ],
    [
      'Disección tipo B de la aorta descendente.',
      'No se identifica disección aórtica.',
      'Disección aórtica tipo B.',
    ],
    ['Múltiples metástasis hepáticas.', 'No se aprecian metástasis hepáticas.', 'Metástasis hepáticas.'],
    [
      'Obstrucción de intestino delgado con punto de transición en la pelvis.',
      'Sin obstrucción intestinal.',
      'Obstrucción intestinal.',
    ],
    [
      'Fractura por compresión de L1.',
      'No hay fracturas vertebrales.',
      'Fractura por compresión aguda de L1.',
    ],
  ],
  normal: [
    'Contornos mediastínicos normales.',
    'Sin consolidaciones focales.',
    'Vesícula biliar sin litiasis.',
    'Diverticulosis sigmoidea leve sin diverticulitis.',
    'Hemangioma conocido en el segmento 4a, de 18 mm, sin cambios.',
    'Estado tras colecistectomía.',
    'Sin lesiones óseas sospechosas.',
    'Aorta abdominal de calibre normal.',
    'Ventrículos y surcos acordes con la edad.',
    'Sin hidronefrosis bilateral.',
    'Ambos riñones con captación simétrica.',
    'Fractura antigua consolidada de la clavícula izquierda.',
    'Páncreas de tamaño y contorno normales.',
    'Sin adenopatías de tamaño significativo.',
    'Pulmones sin infiltrados.',
    'Mínimas atelectasias basales.',
    'Antecedente de cáncer de mama, sin recidiva.',
    'Tubo endotraqueal a 4 cm de la carina.',
    'El bazo mide 11,5 cm.',
    'Técnica: cortes axiales de 1 mm tras 80 ml de contraste.',
  ],
  placed: [
    ['Protrusión discal en {}.', 'Protrusión {}.', 'C5-C6', 'C6-C7'],
    [
      'Nódulo sólido de 8 mm en el {}.',
      'Nódulo en el {}.',
      'lóbulo superior derecho',
      'lóbulo inferior derecho',
    ],
    ['Lesión de 2 cm en el segmento hepático {}.', 'Lesión indeterminada en el segmento {}.', '5', '8'],
    ['Fractura de la {} costilla.', 'Fractura de la {} costilla.', 'sexta', 'octava'],
  ],
  sized: [
    ['Masa en el polo superior del riñón de {}.', 'Masa renal de {}.'],
    ['Aneurisma de aorta de {} de diámetro.', 'Aneurisma de {}.'],
    ['Nódulo tiroideo de {}.', 'Nódulo tiroideo, {}.'],
  ],
  female: [
    'Útero y anejos normales.',
    'Quiste simple en el ovario.',
    'DIU normoposicionado en la cavidad uterina.',
  ],
  male: [
    'Próstata no aumentada de tamaño.',
    'Vesículas seminales simétricas.',
    'Testículos de ecogenicidad normal.',
  ],
  nothingElse: ['Resto del estudio sin hallazgos.', 'Sin otros hallazgos agudos.'],
};
