type Class = new () => object;

/** What holds for a class of requests as a whole, and the name that the API reference gives it. */
export interface Input {
  readonly name: string;
  /** An object without any field is refused. */
  readonly notEmpty?: boolean;
  /**
   * The body takes one of these forms, each with all of these fields and no others of the class. Its field rules ensure that;
   * the API reference gives each form a schema of this name.
   */
  readonly forms?: Readonly<Record<string, readonly string[]>>;
  /** The field whose value decides the form. */
  readonly formBy?: { readonly field: string; readonly values: Readonly<Record<string, string>> };
}

const INPUT = Symbol('input');

/** Names a class of request bodies. */
export const InputObject =
  (name: string, more: Omit<Input, 'name'> = {}): ClassDecorator =>
  (dto) =>
    Reflect.defineMetadata(INPUT, { ...more, name }, dto);

/** What was said of the class itself: a subclass is another input. */
export const inputOf = (dto: Class): Input | undefined => Reflect.getOwnMetadata(INPUT, dto) as Input | undefined;
