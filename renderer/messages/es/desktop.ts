export const desktop = {
  title: 'Este ordenador',
  unlock: 'Desbloquear con este ordenador',
  unlockHelp:
    'El sistema operativo guarda una clave para usted. La frase de contraseña y la clave de recuperación siguen igual; quien pueda usar su cuenta en este ordenador podrá entonces abrir la bóveda.',
  unavailable: 'No es posible aquí: no hay ningún llavero del sistema operativo en marcha.',
  noLonger: 'Este ordenador ya no abre la bóveda. Use su frase de contraseña y actívelo de nuevo en Ajustes.',
  contentProtection: 'Dejar esta ventana fuera de capturas y de pantalla compartida',
  savePdf: 'Guardar como PDF',
};
