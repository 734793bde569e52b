export const firstSteps = {
  title: 'First steps',
  count: '{{done}} of {{all}}',
  done: 'done',
  letterhead: { name: 'Letterhead', text: 'Name and address on every letter', act: 'Set up' },
  templates: { name: 'Templates for my modalities', text: 'None chosen yet', act: 'Choose' },
  backup: { name: 'Backup target', text: 'Nothing is backed up yet', act: 'Choose' },
  report: { name: 'First report signed', text: '{{keys}} in a report' },
  until: 'This list goes away once every step is done.',
  hide: 'Hide it',
  handbook: 'Handbook: your first day',
  show: 'Show the first steps',
} as const;
