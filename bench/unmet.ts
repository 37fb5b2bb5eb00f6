/** A condition of a run that is not met. Its message says everything, so no stack is printed. */
export class Unmet extends Error {}
