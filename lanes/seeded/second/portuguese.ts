/** The second set of phrases in Portuguese. */
import type { SecondPhrases } from './second-phrases.ts';

export const PORTUGUESE: SecondPhrases = {
  sides: [
    [
      'Ecografia mamária {esquerda|direita}',
      'Massa irregular na mama {esquerda|direita} às 10 horas.',
      'Massa suspeita na mama {esquerda|direita}.',
    ],
    [
      'RM joelho {esquerdo|direito}',
      'Rotura completa do ligamento cruzado anterior do joelho {esquerdo|direito}.',
      'Rotura do LCA {esquerdo|direito}.',
    ],
    [
      'TC abdómen',
      'Cálculo obstrutivo no ureter {esquerdo|direito}.',
      'Litíase ureteral {esquerda|direita}.',
    ],
    ['TC tórax', 'Derrame pleural {esquerdo|direito} moderado.', 'Derrame pleural à {esquerda|direita}.'],
    [
      'TC crânio',
      'Hematoma subdural agudo na convexidade {esquerda|direita}.',
      'Hematoma subdural {esquerdo|direito}.',
    ],
    ['RX punho {esquerdo|direito}', 'Fratura distal do rádio.', 'Fratura do rádio {esquerdo|direito}.'],
  ],
  named: [
    [
      'Observa-se pequeno pneumotórax apical direito.',
      'Não se observa pneumotórax.',
      'Pequeno pneumotórax direito.',
    ],
    [
      'Defeitos de preenchimento em artérias segmentares compatíveis com tromboembolismo pulmonar.',
      'Sem sinais de tromboembolismo pulmonar.',
      'Tromboembolismo pulmonar agudo.',
    ],
    [
      'Apêndice espessado e inflamado, compatível com apendicite aguda.',
      'Sem sinais de apendicite.',
      'Apendicite aguda.',
    ],
    ['Ar livre intraperitoneal sob o diafragma.', 'Sem ar livre.', 'Pneumoperitoneu com ar livre.'],
    [
      'Trombose venosa profunda da veia poplítea.',
      'Sem evidência de trombose venosa profunda.',
      'Trombose venosa profunda poplítea.',
    ],
    [
      'Hemorragia subaracnoideia nas cisternas basais.',
      'Sem hemorragia intracraniana.',
      'Hemorragia subaracnoideia aguda.',
    ],
    [
      'Dissecção tipo B da aorta descendente.',
      'Não se identifica dissecção aórtica.',
      'Dissecção aórtica tipo B.',
    ],
    ['Múltiplas metástases hepáticas.', 'Não se observam metástases hepáticas.', 'Metástases hepáticas.'],
    [
      'Obstrução do intestino delgado com zona de transição na pelve.',
      'Sem obstrução intestinal.',
      'Obstrução intestinal.',
    ],
    ['Fratura por compressão de L1.', 'Não há fraturas vertebrais.', 'Fratura por compressão aguda de L1.'],
  ],
  normal: [
    'Contornos mediastínicos normais.',
    'Sem consolidações focais.',
    'Vesícula biliar sem cálculos.',
    'Diverticulose sigmoideia ligeira sem diverticulite.',
    'Hemangioma conhecido no segmento 4a, com 18 mm, sem alterações.',
    'Estado após colecistectomia.',
    'Sem lesões ósseas suspeitas.',
    'Aorta abdominal de calibre normal.',
    'Ventrículos e sulcos adequados à idade.',
    'Sem hidronefrose bilateral.',
    'Ambos os rins com captação simétrica.',
    'Fratura antiga consolidada da clavícula esquerda.',
    'Pâncreas de dimensões e contornos normais.',
    'Sem adenomegalias.',
    'Pulmões sem infiltrados.',
    'Discretas atelectasias basais.',
    'Antecedentes de carcinoma da mama, sem recidiva.',
    'Tubo endotraqueal a 4 cm da carina.',
    'O baço mede 11,5 cm.',
    'Técnica: cortes axiais de 1 mm após 80 ml de contraste.',
  ],
  placed: [
    ['Protrusão discal em {}.', 'Protrusão {}.', 'C5-C6', 'C6-C7'],
    ['Nódulo sólido de 8 mm no {}.', 'Nódulo no {}.', 'lobo superior direito', 'lobo inferior direito'],
    ['Lesão de 2 cm no segmento hepático {}.', 'Lesão indeterminada no segmento {}.', '5', '8'],
    ['Fratura da {} costela.', 'Fratura da {} costela.', 'sexta', 'oitava'],
  ],
  sized: [
    ['Massa no polo superior do rim com {}.', 'Massa renal de {}.'],
    ['Aneurisma da aorta com {} de diâmetro.', 'Aneurisma de {}.'],
    ['Nódulo tiroideu de {}.', 'Nódulo tiroideu, {}.'],
  ],
  female: [
    'Útero e anexos normais.',
    'Quisto simples no ovário.',
    'DIU normoposicionado na cavidade uterina.',
  ],
  male: ['Próstata não aumentada.', 'Vesículas seminais simétricas.', 'Testículos de ecogenicidade normal.'],
  nothingElse: ['Restante estudo sem alterações.', 'Sem outras alterações agudas.'],
};
