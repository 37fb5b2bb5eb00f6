import { render } from 'preact';
import { App } from './app';
import './styles/base.css';
import './styles/controls.css';
import './styles/dialogs.css';
import './styles/layout.css';
import './styles/content.css';
import './styles/details.css';
import './styles/figures.css';
import './styles/lead.css';
import './styles/list.css';
import './styles/import.css';
import './styles/metrics.css';
import './styles/board.css';
import './styles/waiting.css';
import './styles/media.css';

const root = document.getElementById('console');
if (root) render(<App />, root);
