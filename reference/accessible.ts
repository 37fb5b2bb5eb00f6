import type { Component, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** What the viewer lacks for those who use it without a mouse or without seeing: its own means of changing components. */
export function accessible({ React: { createElement: element } }: System) {
  /** The hidden words name the control that the component shows. */
  const named =
    (words: string) =>
    (original: Component): Component =>
    (props) =>
      element('label', {}, element('span', { className: 'unseen' }, words), element(original, props));

  /** The viewer's layout with all headings, without a second `main`, and without a choice among one server. */
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
      // A link in the button of an operation; that the address follows what is opened does not need it.
      DeepLink: ({ text }: { text: string }) => element('span', {}, text),
    },
    wrapComponents: {
      TextArea: named('Body of the request'),
      ExamplesSelect: named('Example'),
    },
  };
}
