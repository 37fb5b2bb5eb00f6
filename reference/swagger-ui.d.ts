/** The part of the viewer that is used; it has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Props {
    readonly getComponent: (name: string, isContainer?: boolean) => Component;
  }
  export type Component = (props: Props & Record<string, never>) => unknown;
  export interface System {
    readonly React: {
      readonly createElement: (type: string | Component, props: object, ...children: unknown[]) => unknown;
    };
  }
  export default function SwaggerUI(options: object): void;
}
