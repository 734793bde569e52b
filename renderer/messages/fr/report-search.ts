export const reportSearch = {
  tabs: 'Résultats',
  exams: 'Examens',
  reports: 'Comptes rendus',
  grid: 'Comptes rendus avec ces mots',
  columnSentence: 'Phrase, section',
  columnPatient: 'Patient, examen',
  found_one: '{{number}} compte rendu de {{patients}}',
  found_other: '{{number}} comptes rendus de {{patients}}',
  first: 'Les {{number}} premiers comptes rendus : ajoutez un mot pour en voir moins.',
  yourDraft: 'votre brouillon',
  searching: 'Recherche dans les comptes rendus…',
  type: 'Tapez un mot d’un compte rendu',
  nothing: 'Aucune phrase ne correspond',
  where:
    'La recherche porte sur les dernières versions et sur vos propres brouillons, par le début de chaque mot. L’index est scellé avec le groupe.',
};
