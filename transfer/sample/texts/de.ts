/** What the sample practice says in German. Every finding is invented. */
import type { SampleTexts } from './en.ts';

export const de: SampleTexts = {
  family: 'Muster',
  responsible: 'Überweisende Praxis',
  reports: {
    anna_us: {
      title: 'Sonographie Abdomen',
      indication: 'Schmerzen im rechten Oberbauch nach dem Essen.',
      findings: ['Leber normal groß und normal echogen. In der Gallenblase ein Stein von 9 mm mit Schatten.'],
      impression: [],
    },
    boris_prior: {
      title: 'Röntgen Thorax',
      indication: 'Vor einer Operation.',
      findings: ['Herz und Gefäße normal weit. Kein Erguss, kein Infiltrat.'],
      impression: ['Unauffälliger Thorax.'],
    },
    boris_ct: {
      title: 'CT-Angiographie der Lungenarterien',
      indication: 'Plötzliche Atemnot, D-Dimere erhöht.',
      findings: [
        'Füllungsdefekt in der rechten Pulmonalarterie. Die linken Äste sind offen.',
        'Rechter Ventrikel nicht erweitert. Kein Erguss.',
      ],
      impression: ['Akute Embolie der rechten Pulmonalarterie.'],
      critical: 'Akute Embolie der rechten Pulmonalarterie',
    },
    clara_prior: {
      title: 'CT Thorax mit Kontrastmittel',
      indication: 'Husten seit drei Monaten.',
      findings: ['Rundherd von 9 mm im rechten Oberlappen. Keine vergrößerten Lymphknoten.'],
      impression: ['Rundherd im rechten Oberlappen, 9 mm.'],
      follow_up: 'CT Thorax in 6 Monaten, Rundherd im rechten Oberlappen',
    },
    clara_ct: {
      title: 'CT Thorax mit Kontrastmittel, Verlauf',
      indication: 'Verlauf eines Rundherds im rechten Oberlappen.',
      findings: ['Der Rundherd im rechten Oberlappen misst 12 mm, zuvor 9 mm.'],
      impression: ['Rundherd im rechten Oberlappen, von 9 mm auf 12 mm gewachsen.'],
      added: 'Keine vergrößerten Lymphknoten. Kein Erguss.',
    },
    david_mr: {
      title: 'MRT Schädel nativ und mit Kontrastmittel',
      indication: 'Erster Krampfanfall.',
      findings: ['Läsion von 19 mm im linken Frontallappen mit kräftiger Kontrastmittelaufnahme.'],
      impression: ['Kontrastmittel aufnehmende Läsion im linken Frontallappen.'],
      added: 'Keine zweite Läsion. Die Ventrikel sind normal weit.',
    },
    elena_mr: {
      title: 'MRT Knie links',
      indication: 'Linkes Knie verdreht.',
      findings: ['Kleiner Erguss im linken Knie. Beide Menisken und die Kreuzbänder sind intakt.'],
      impression: ['Kleiner Erguss im linken Knie, kein Riss.'],
    },
    farid_cr: {
      title: 'Röntgen Thorax',
      indication: 'Fieber und Husten.',
      findings: ['Kein Infiltrat, kein Erguss. Herz normal groß.'],
      impression: ['Keine Pneumonie.'],
    },
    greta_ct: {
      title: 'CT Schädel nativ',
      indication: 'Sturz unter Antikoagulation.',
      findings: ['Keine Blutung. Altersentsprechend weite äußere Liquorräume. Keine Fraktur.'],
      impression: ['Keine Blutung, keine Fraktur.'],
      added: 'Nachtrag: Die Mastoidzellen sind beidseits frei.',
    },
    hugo_mr: {
      title: 'MRT Lendenwirbelsäule',
      indication: 'Schmerzen im linken Bein.',
      findings: ['Bandscheibe L5/S1 dunkel, mit kleiner Protrusion nach links. Keine Stenose.'],
      impression: ['Kleine Protrusion L5/S1 nach links.'],
      follow_up: 'Vorstellung in der Neurochirurgie, wenn die Schmerzen bleiben',
    },
    irene_cr: {
      title: 'Röntgen Handgelenk rechts in zwei Ebenen',
      indication: 'Sturz auf die rechte Hand.',
      findings: ['Frakturlinie im rechten distalen Radius ohne Verschiebung.'],
      impression: ['Fraktur des rechten distalen Radius.'],
      added: 'Geändert: Die Fraktur reicht nicht in das Gelenk.',
    },
    jonas_us: {
      title: 'Sonographie Abdomen',
      indication: 'Bauchschmerzen seit zwei Tagen.',
      findings: [],
      impression: [],
    },
    karla_prior: {
      title: 'Sonographie Abdomen',
      indication: 'Erhöhte Leberwerte.',
      findings: ['Runde echoarme Läsion von 16 mm im rechten Leberlappen.'],
      impression: ['Wahrscheinlich Leberzyste, 16 mm.'],
    },
    karla_ct: {
      title: 'CT Abdomen mit Kontrastmittel',
      indication: 'Läsion der Leber in der Sonographie.',
      findings: [],
      impression: [],
    },
    lukas_prior: {
      title: 'CT Thorax nativ',
      indication: 'Raucher, Früherkennung.',
      findings: ['Rundherd von 9 mm in der rechten Lunge. Keine weiteren Rundherde.'],
      impression: ['Rundherd in der rechten Lunge, 9 mm.'],
    },
    lukas_ct: {
      title: 'CT Thorax nativ, Verlauf',
      indication: 'Verlauf eines Rundherds in der rechten Lunge.',
      findings: [],
      impression: [],
    },
  },
};
