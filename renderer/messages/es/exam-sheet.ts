/** The sheet that puts an exam right. */
export const examSheet = {
  title: 'Rectificar el estudio',
  side: 'Lado',
  sides: {
    none: 'Ninguno',
    left: 'Izquierdo',
    right: 'Derecho',
    both: 'Ambos',
  },
  sideWord: {
    left: 'izquierda',
    right: 'derecha',
    both: 'ambos lados',
  },
  date: 'Fecha y hora',
  reason: 'Motivo',
  reasonHelp: 'consta en el historial',
  reasonMissing: 'Diga por qué, por ejemplo «se pidió el lado equivocado».',
  left: 'Paciente que deja',
  leftWrong: 'Elija por su nombre el paciente que deja este informe.',
  leftOther: 'Este informe está en {{from}}, no en {{name}}.',
  bothNames:
    'Este informe se escribió con el nombre de {{from}}. Elija por su nombre también a quién deja; en ambos pacientes queda constancia.',
  seal: 'Sellar el cambio',
  sealSigned: 'Sellar y firmar como corregido',
  nothing: 'Aún no hay cambios.',
  signed:
    'Este informe está firmado. La versión {{seq}} queda como se firmó; usted firma la nueva versión, como corregida.',
  written: '{{name}} está escribiendo una adenda o una enmienda. Antes hay que sellarla o abandonarla.',
  done: 'Rectificado: {{title}}',
  movedDone: '{{title}} pertenece ahora a {{name}}',
  moves: 'Informes trasladados',
  movedOut: '{{title}} pasó a otro paciente el {{when}}, por {{who}}: {{reason}}',
  movedIn: '{{title}} llegó aquí desde otro lugar el {{when}}, por {{who}}: {{reason}}',
};
