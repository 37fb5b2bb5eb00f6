import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './style.css';
import { accessible } from './accessible';

/** The choice between the two documents is a link, so that it can be bookmarked, and works as links do. */
const name = new URLSearchParams(location.search).get('document') === 'openapi' ? 'openapi' : 'partner';
const links = document.querySelectorAll('nav a');
links[name === 'partner' ? 0 : 1]?.setAttribute('aria-current', 'page');

/** Seen from this script, which is at docs/assets: the page itself may be at docs or at docs/. */
const address = new URL(/* @vite-ignore */ `../${name}.json`, import.meta.url);

async function show(): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href} was answered with ${response.status}. Try again later.`);
  SwaggerUI({
    spec: (await response.json()) as object,
    dom_id: '#reference',
    plugins: [accessible],
    layout: 'Page',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    syntaxHighlight: false,
    tryItOutEnabled: true,
    // A validator would send the document to a server of other people.
    validatorUrl: null,
  });
}

show().catch((error: unknown) => {
  document.querySelector('#reference')?.replaceChildren(String(error));
});
