/** The second set of phrases in German. */
import type { SecondPhrases } from './second-phrases.ts';

export const GERMAN: SecondPhrases = {
  sides: [
    [
      'Sonographie Mamma {links|rechts}',
      'Irregulärer Herdbefund in der {linken|rechten} Mamma bei 10 Uhr.',
      'Suspekter Herd der {linken|rechten} Brust.',
    ],
    [
      'MRT Knie {links|rechts}',
      'Komplette Ruptur des vorderen Kreuzbandes des {linken|rechten} Knies.',
      'VKB-Ruptur {links|rechts}.',
    ],
    ['CT Abdomen', 'Obstruierendes Konkrement im {linken|rechten} Ureter.', 'Ureterstein {links|rechts}.'],
    ['CT Thorax', 'Mäßiger Pleuraerguss {links|rechts}.', '{Linksseitiger|Rechtsseitiger} Pleuraerguss.'],
    [
      'CT Schädel',
      'Akutes Subduralhämatom über der {linken|rechten} Konvexität.',
      'Subduralhämatom {links|rechts}.',
    ],
    ['Röntgen Handgelenk {links|rechts}', 'Distale Radiusfraktur.', 'Radiusfraktur {links|rechts}.'],
  ],
  named: [
    [
      'Schmaler Pneumothorax rechts apikal.',
      'Kein Nachweis eines Pneumothorax.',
      'Kleiner Pneumothorax rechts.',
    ],
    [
      'Füllungsdefekte der Segmentarterien, vereinbar mit Lungenembolien.',
      'Kein Anhalt für eine Lungenembolie.',
      'Akute Lungenembolie.',
    ],
    [
      'Die Appendix ist verdickt und entzündlich verändert im Sinne einer akuten Appendizitis.',
      'Kein Hinweis auf eine Appendizitis.',
      'Akute Appendizitis.',
    ],
    [
      'Freie intraabdominelle Luft unter dem Zwerchfell.',
      'Keine freie Luft.',
      'Pneumoperitoneum, freie Luft.',
    ],
    [
      'Tiefe Beinvenenthrombose der Vena poplitea.',
      'Kein Nachweis einer tiefen Beinvenenthrombose.',
      'Beinvenenthrombose popliteal.',
    ],
    [
      'Subarachnoidalblutung in den basalen Zisternen.',
      'Keine intrakranielle Blutung.',
      'Akute Subarachnoidalblutung.',
    ],
    ['Typ-B-Dissektion der Aorta descendens.', 'Keine Aortendissektion.', 'Aortendissektion Typ B.'],
    [
      'Multiple Lebermetastasen.',
      'Keine Lebermetastasen abgrenzbar.',
      'Hepatische Metastasierung, Lebermetastasen.',
    ],
    ['Dünndarmileus mit Kalibersprung im Becken.', 'Kein Ileus.', 'Dünndarmileus.'],
    ['Kompressionsfraktur LWK 1.', 'Keine Wirbelkörperfraktur.', 'Frische Kompressionsfraktur LWK 1.'],
  ],
  normal: [
    'Mediastinale Konturen regelrecht.',
    'Keine fokale Konsolidierung.',
    'Gallenblase unauffällig, steinfrei.',
    'Geringe Sigmadivertikulose ohne Divertikulitis.',
    'Bekanntes Hämangiom in Segment 4a, mit 18 mm unverändert.',
    'Zustand nach Cholezystektomie.',
    'Keine suspekte ossäre Läsion.',
    'Normale Weite der Aorta abdominalis.',
    'Ventrikelsystem und Sulci altersentsprechend.',
    'Kein Harnstau beidseits.',
    'Beide Nieren mit seitengleicher Kontrastierung.',
    'Alte verheilte Fraktur der linken Klavikula.',
    'Pankreas normal groß und glatt begrenzt.',
    'Keine vergrößerten Lymphknoten.',
    'Lunge frei belüftet.',
    'Geringe dorsale Dystelektasen.',
    'Zustand nach Mammakarzinom, kein Rezidiv.',
    'Tubusspitze 4 cm oberhalb der Karina.',
    'Milz mit 11,5 cm normal groß.',
    'Technik: axiale Schichten von 1 mm nach 80 ml Kontrastmittel.',
  ],
  placed: [
    ['Bandscheibenprotrusion in Höhe {}.', 'Protrusion {}.', 'HWK 5/6', 'HWK 6/7'],
    ['Solider Rundherd von 8 mm im {}.', 'Rundherd im {}.', 'rechten Oberlappen', 'rechten Unterlappen'],
    ['Läsion von 2 cm im Lebersegment {}.', 'Unklare Läsion in Segment {}.', '5', '8'],
    ['Fraktur der {} Rippe.', 'Fraktur der {} Rippe.', '6.', '8.'],
  ],
  sized: [
    ['Raumforderung am Oberpol der Niere von {}.', 'Nierentumor von {}.'],
    ['Bauchaortenaneurysma mit einem Durchmesser von {}.', 'Aneurysma von {}.'],
    ['Schilddrüsenknoten von {}.', 'Schilddrüsenknoten, {}.'],
  ],
  female: ['Uterus und Adnexe unauffällig.', 'Einfache Zyste im Ovar.', 'IUP regelrecht im Cavum uteri.'],
  male: ['Prostata nicht vergrößert.', 'Samenblasen seitengleich.', 'Hoden mit normaler Echogenität.'],
  nothingElse: ['Im Übrigen unauffälliger Befund.', 'Keine weiteren akuten Befunde.'],
};
