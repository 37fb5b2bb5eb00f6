import type { Component, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** Adds what the viewer lacks for keyboards and screen readers, by its own way of changing components. */
export function accessible({ React: { createElement: element } }: System) {
  /** The hidden words name the control that the component shows. */
  const named =
    (words: string) =>
    (original: Component): Component =>
    (props) =>
      element('label', {}, element('span', { className: 'unseen' }, words), element(original, props));

  /** The viewer's layout with all headings, without a second `main`, and without a choice of servers when there is only one. */
  const Page: Component = ({ getComponent }) =>
    element(
      'div',
      { className: 'swagger-ui' },
      element(getComponent('SvgAssets'), {}),
      element('div', { className: 'wrapper' }, element(getComponent('InfoContainer', true), {})),
      element('div', { className: 'wrapper schemes' }, element(getComponent('AuthorizeBtnContainer', true), {})),
      element('h2', { className: 'unseen' }, 'Routes'),
      element('div', { className: 'wrapper' }, element(getComponent('operations', true), {})),
      element('div', { className: 'wrapper' }, element(getComponent('Models', true), {})),
    );

  return {
    components: {
      Page,
      // A link in the button of an operation; the address follows the opened operation without it.
      DeepLink: ({ text }: { text: string }) => element('span', {}, text),
    },
    wrapComponents: {
      TextArea: named('Body of the request'),
      ExamplesSelect: named('Example'),
    },
  };
}
