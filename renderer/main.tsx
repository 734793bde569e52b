import '@fontsource-variable/ibm-plex-sans/wght.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@fontsource/ibm-plex-mono/latin-400.css';
import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { listenForDragon } from './editor/text/dictation/listen-for-dragon.ts';
import { startMessages } from './messages/start-messages.ts';
import { startAppearance } from './state/appearance-store.ts';

listenForDragon();
startAppearance();

const root = document.getElementById('root');
// Not awaited at top level, because the language files import this module and would wait for it in turn.
startMessages().then(() => {
  if (root) createRoot(root).render(<App />);
});
