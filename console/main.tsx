import { render } from 'preact';
import { App } from './app';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import './styles/content.css';

const root = document.getElementById('console');
if (root) render(<App />, root);
