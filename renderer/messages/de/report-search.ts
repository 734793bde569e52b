export const reportSearch = {
  tabs: 'Treffer',
  exams: 'Untersuchungen',
  reports: 'Befunde',
  grid: 'Befunde mit diesen Wörtern',
  columnSentence: 'Satz, Abschnitt',
  columnPatient: 'Patient, Untersuchung',
  found_one: '{{number}} Befund von {{patients}}',
  found_other: '{{number}} Befunde von {{patients}}',
  first: 'Die ersten {{number}} Befunde: Ein weiteres Wort grenzt sie ein.',
  yourDraft: 'Ihr Entwurf',
  searching: 'Die Befunde werden durchsucht…',
  type: 'Geben Sie ein Wort aus einem Befund ein',
  nothing: 'Kein Satz passt',
  where:
    'Durchsucht werden die neuesten Versionen und Ihre eigenen Entwürfe, nach dem Anfang jedes Worts. Das Verzeichnis ist mit der Gruppe versiegelt.',
};
