import './shell/tokens.css';
import './shell/base.css';
import './shell/shell.css';
import './shell/buttons.css';
import { start } from './start.tsx';

const root = document.getElementById('root');
if (root) void start(root);
