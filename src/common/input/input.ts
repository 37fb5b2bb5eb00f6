type Class = new () => object;

/** Rules of a request class as a whole, and its name in the API reference. */
export interface Input {
  readonly name: string;
  /** Refuses an object without fields. */
  readonly notEmpty?: boolean;
  /** Forms of the body, each with exactly these fields, as field rules ensure; each has a schema in the reference. */
  readonly forms?: Readonly<Record<string, readonly string[]>>;
  /** Field whose value decides the form. */
  readonly formBy?: { readonly field: string; readonly values: Readonly<Record<string, string>> };
}

const INPUT = Symbol('input');

/** Names a class of request bodies. */
export const InputObject =
  (name: string, more: Omit<Input, 'name'> = {}): ClassDecorator =>
  (dto) =>
    Reflect.defineMetadata(INPUT, { ...more, name }, dto);

/** Returns the rules of the class, without the rules of its parent. */
export const inputOf = (dto: Class): Input | undefined => Reflect.getOwnMetadata(INPUT, dto) as Input | undefined;
