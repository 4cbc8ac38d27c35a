import '@panel/ui/tokens.css';
import '@panel/ui/base.css';
import '@panel/ui/layout.css';
import '@panel/ui/buttons.css';
import './shell/shell.css';
import { createRoot } from 'react-dom/client';
import { start } from './start.tsx';

const element = document.getElementById('root');
if (element) void start(createRoot(element));
