export const reportSearch = {
  tabs: 'Results',
  exams: 'Exams',
  reports: 'Reports',
  grid: 'Reports with these words',
  columnSentence: 'Sentence, section',
  columnPatient: 'Patient, exam',
  found_one: '{{number}} report of {{patients}}',
  found_other: '{{number}} reports of {{patients}}',
  first: 'The first {{number}} reports: add a word to see fewer.',
  yourDraft: 'your draft',
  searching: 'Searching the reports…',
  type: 'Type a word of a report',
  nothing: 'No sentence matches',
  where:
    'The newest versions and your own drafts are searched, by the start of each word. The index is sealed with the group.',
};
