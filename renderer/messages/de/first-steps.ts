export const firstSteps = {
  title: 'Erste Schritte',
  count: '{{done}} von {{all}}',
  done: 'erledigt',
  letterhead: { name: 'Briefkopf', text: 'Name und Anschrift auf jedem Brief', act: 'Einrichten' },
  templates: { name: 'Vorlagen für meine Modalitäten', text: 'Noch keine gewählt', act: 'Wählen' },
  backup: { name: 'Ziel der Sicherung', text: 'Noch ist nichts gesichert', act: 'Wählen' },
  report: { name: 'Erster Befund signiert', text: '{{keys}} in einem Befund' },
  until: 'Diese Liste geht, wenn alle Schritte getan sind.',
  hide: 'Ausblenden',
  handbook: 'Handbuch: Ihr erster Tag',
  show: 'Erste Schritte zeigen',
} as const;
