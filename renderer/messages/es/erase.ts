export const erase = {
  menu: 'Borrar a esta persona…',
  title: '¿Borrar definitivamente a {{name}}?',
  act: 'Borrar definitivamente',
  reason: 'Motivo',
  reasonMissing: 'Indique el motivo: figura en la declaración firmada.',
  confirm: 'Escriba {{word}} para confirmar',
  word: 'borrar',
  done: 'Borrado definitivamente; se guardó la declaración firmada',
  goes: 'Se borra: la ficha, {{exams}} estudios en {{versions}} versiones, {{drafts}} borradores, {{files}} archivos y carpetas con sus imágenes, {{waiting}} imágenes recibidas aún sin archivar y mensajes aún sin enviar.',
  noBackups:
    'No hay carpeta de copias de seguridad, por eso no se contó ninguna. Borre usted las hechas en la línea de comandos: aún tienen los registros de esta persona.',
  backups: 'Copias de seguridad que aún contienen parte, hasta que se descarten: {{number}}',
  copy: 'Copia de viaje {{name}}, vista por última vez el {{day}}: allí se borra a esta persona en su próximo intercambio.',
  statement:
    'Recibe una declaración firmada de todo esto. Se guarda enseguida como archivo: consérvela, porque la bóveda guarda solo su hash.',
  kind: {
    patient: 'Paciente',
    exam: 'Examen',
    file: 'Archivo',
  },
  left: {
    damaged:
      'No se borró, por estar dañado: {{what}} {{id}}. Dé este id a un propietario del grupo, que puede eliminarlo en la línea de comandos («--purge»).',
    may_be_theirs:
      'No se borró, puede ser de esta persona: {{what}} {{id}}. Asígnelo en Por asociar antes de borrar.',
    same_person: 'No se borró, otra ficha de la misma persona: {{what}} {{id}}. Bórrela también.',
  },
};
