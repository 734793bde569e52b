import '@fontsource-variable/ibm-plex-sans/wght.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@fontsource/ibm-plex-mono/latin-400.css';
import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { startMessages } from './messages/start-messages.ts';
import { startAppearance } from './state/appearance-store.ts';

startAppearance();
await startMessages();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
