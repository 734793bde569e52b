export const erase = {
  menu: 'Borrar a esta persona…',
  title: '¿Borrar definitivamente a {{name}}?',
  act: 'Borrar definitivamente',
  reason: 'Motivo',
  reasonMissing: 'Indique el motivo: figura en la declaración firmada.',
  confirm: 'Escriba {{word}} para confirmar',
  word: 'borrar',
  done: 'Borrado definitivamente; se guardó la declaración firmada',
  goes: 'Se borra: la ficha, {{exams}} exámenes en {{versions}} versiones, {{drafts}} borradores, {{files}} archivos y carpetas con sus imágenes, {{waiting}} objetos y mensajes en espera.',
  noBackups: 'No hay carpeta de copias de seguridad: aquí no se conocen las hechas por comando.',
  backups: 'Copias de seguridad que aún contienen parte, hasta que se descarten: {{number}}',
  copy: 'Copia de viaje {{name}}, vista por última vez el {{day}}: lo borra en su próximo intercambio.',
  statement:
    'La respuesta es una declaración firmada de todo esto. Se guarda enseguida como archivo: la bóveda conserva solo su hash.',
  kind: {
    patient: 'Paciente',
    exam: 'Examen',
    file: 'Archivo',
  },
  left: {
    damaged: 'Queda, dañado: {{what}} {{id}}',
    may_be_theirs: 'Queda, puede ser de esta persona: {{what}} {{id}}. Asígnelo antes.',
    same_person: 'No se borró, otra ficha de la misma persona: {{what}} {{id}}',
  },
};
