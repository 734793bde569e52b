/** The sheet that puts an exam right. */
export const examSheet = {
  title: 'Corregir el estudio',
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
  left: 'Paciente del que se traslada el informe',
  leftWrong: 'Elija por su nombre el paciente al que pertenece ahora este informe.',
  leftOther: 'Este informe es de {{from}}, no de {{name}}. Elija el paciente al que pertenece ahora.',
  bothNames:
    'Este informe se escribió para {{from}}. Elija por su nombre también el paciente del que se traslada. El traslado consta en ambos pacientes.',
  seal: 'Sellar el cambio',
  sealSigned: 'Sellar y firmar como corregido',
  nothing: 'Aún no hay cambios.',
  signed:
    'Este informe está firmado. La versión {{seq}} queda como se firmó; usted firma la nueva versión, como corregida.',
  checkFirst_one: 'Lea esto primero y pulse de nuevo. {{count}} pregunta:',
  checkFirst_other: 'Lea esto primero y pulse de nuevo. {{count}} preguntas:',
  figuresAre: 'He mirado las imágenes clave: muestran a {{name}}',
  figuresAreNot:
    'No se firma antes de decirlo. Si una muestra a otra persona, cierre esto, rectifique el informe y quítela primero.',
  written: '{{name}} está escribiendo una adenda o una enmienda y antes tiene que sellarla o descartarla.',
  done: 'Rectificado: {{title}}',
  movedDone: '{{title}} pertenece ahora a {{name}}',
  toldReopens:
    'A {{who}} se le dijo el resultado crítico como de {{name}}. Tras el traslado cuenta como no dicho, hasta que alguien avise de nuevo o lo confirme.',
  elsewhere: {
    title: 'Hasta el {{when}} este informe era de {{name}}',
    titleUnread: 'Hasta el {{when}} este estudio era de {{name}}',
    told: 'Resultado crítico: dicho como de ese paciente. Cuenta como no dicho hasta que alguien avise de nuevo o lo confirme.',
    followUp: 'Recomendado con ese nombre: {{text}}',
    sent: 'Enviado con ese nombre a {{receiver}}, {{when}}. Puede seguir allí: envíe esta versión y pida que quiten la otra.',
    text: 'Lo impreso, guardado o entregado con ese nombre no cambia: avise a todos los que lo tengan. Donde este estudio se comparó con otros anteriores, aquí y en {{name}}, lea de nuevo la comparación.',
    act: 'Confirmar: todos los que lo tenían fueron avisados',
    reason: 'Todos los que lo tenían con el nombre de {{name}} fueron avisados',
    notKept: 'Su confirmación no se guardó. Inténtelo de nuevo.',
  },
  moves: 'Informes trasladados',
  movedOut: '{{title}} pasó a otro paciente el {{when}}, por {{who}}: {{reason}}',
  movedIn: '{{title}} llegó aquí desde otro lugar el {{when}}, por {{who}}: {{reason}}',
};
