export const frame = {
  mainNavigation: 'Principal',
  worklist: 'Lista de trabajo',
  patients: 'Pacientes',
  templates: 'Plantillas',
  files: 'Archivos',
  trash: 'Papelera',
  settings: 'Ajustes',
  search: 'Buscar',
  searchPlaceholder: 'Buscar pacientes y estudios',
  lock: 'Bloquear',
  skip: 'Saltar a la lista',
  sessionTitle: 'Sesión abierta {{opened}}, termina {{ends}}',
  notices: 'Avisos',
  dismiss: 'Descartar',
  locksIn: 'Se bloquea en {{time}}',
  stayUnlocked: 'Seguir desbloqueado',
  readingRoom: 'Abriendo…',
  certificatesEnd: 'Certificados que terminan pronto:',
  certificateOf: {
    ca: 'autoridad de certificación',
    server: 'servidor',
    desktop: 'este escritorio',
    client: 'cliente',
  },
  certificateDays_one: '{{name}} (un día)',
  certificateDays_other: '{{name}} ({{count}} días)',
  certificateEnded: '{{name}} (terminado)',
  certificatesRenewedByUnlock:
    'La bóveda renueva sus propios certificados la próxima vez que un administrador la desbloquee.',
  certificatesRenewedByHand:
    'Credenciales de programas y ordenadores: un administrador emite otras nuevas en Ajustes, Acceso SDK.',
  findingsWait_one: 'Problema encontrado: {{number}} requiere su decisión.',
  findingsWait_other: 'Problemas encontrados: {{number}} requieren su decisión.',
  showFindings: 'Mostrar las constataciones',
  recovered_one:
    '{{name}} desbloqueó con clave de recuperación o partes: {{when}}. Queda en el registro de forma permanente.',
  recovered_other:
    'Esta bóveda se desbloqueó {{number}} veces con claves de recuperación o partes, la última por {{name}}: {{when}}. Queda en el registro de forma permanente.',
  showRecoveries: 'Mostrar en el registro',
  secretsMade: 'Nuevos accesos a su cuenta:',
  secretMade: {
    passphrase: 'frase de contraseña ({{when}})',
    recovery: 'clave o partes de recuperación ({{when}})',
    device: 'este ordenador desbloquea ({{when}})',
  },
  secretsMadeByOthers:
    'Si no fue usted, cambie ahora su frase de contraseña y haga una clave de recuperación nueva.',
  partMissing: 'Una parte del programa no se cargó',
  partMissingText:
    'La bóveda no respondió. Los borradores guardados y las versiones selladas están a salvo. Recargue la ventana y desbloquee; vuelve a este lugar.',
  loadAnew: 'Recargar ventana',
  screenFailed: 'No se pudo mostrar esta pantalla',
  screenFailedText:
    'Los borradores guardados y las versiones selladas están a salvo. Abra esta pantalla de nuevo, o use otra. Aún puede bloquear la bóveda.',
};
