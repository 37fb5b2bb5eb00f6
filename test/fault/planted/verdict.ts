/** What is read of the report of `jest --json`. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export interface Verdict {
  readonly isGreen: boolean;
  /** A test failed, and not all of them by a failed start of the service. */
  readonly isRed: boolean;
  readonly firstFailed: string;
}

export function verdictOf(report: Report | undefined, spec: string): Verdict {
  if (!report) return { isGreen: false, isRed: false, firstFailed: 'no report: see dist/planted/jest.log' };
  const { testResults } = report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  const passed = tests.filter(({ status }) => status === 'passed');
  const messages = failed.flatMap(({ failureMessages }) => failureMessages);
  const inTest = messages.some((message) => message.includes(spec) && !message.includes('startApp'));
  return {
    isGreen: passed.length > 0 && failed.length === 0 && testResults.every(({ message }) => message === ''),
    isRed: failed.length > 0 && (passed.length > 0 || inTest),
    firstFailed: failed[0]?.fullName ?? testResults.map(({ message }) => message).join('\n'),
  };
}
