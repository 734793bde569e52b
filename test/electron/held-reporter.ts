/** Reporter of `npm run desktop:check`: one line per behaviour that passed on this machine. */
import type { FullResult, Reporter, Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

const PER_STEP = 'test.step';

export default class HeldReporter implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
    say(`The desktop on ${process.platform} ${process.arch}, Node ${process.versions.node}:`);
  }

  onStepEnd(_test: TestCase, _result: TestResult, { category, title, error }: TestStep): void {
    if (category === PER_STEP) tell(error === undefined ? 'held' : 'FAILED', title, error?.message);
  }

  onTestEnd({ title, annotations }: TestCase, { status, errors, steps }: TestResult): void {
    const isTold = steps.some(({ category }) => category === PER_STEP);
    if (status === 'skipped') {
      tell('not tried', title, annotations.find(({ description }) => description)?.description);
    } else if (!isTold || errors.length > 0) {
      tell(status === 'passed' ? 'held' : 'FAILED', title, errors[0]?.message);
    }
  }

  onEnd({ status }: FullResult): void {
    const tests = this.#suite?.allTests() ?? [];
    const tried = tests.filter((test) => test.outcome() !== 'skipped').length;
    if (tried === 0) say('Nothing was tried: this says nothing about the desktop.');
    else say(status === 'passed' ? 'All that was tried held.' : 'Not all of it held.');
  }
}

function tell(outcome: 'held' | 'FAILED' | 'not tried', title: string, why?: string): void {
  say(`  ${outcome.padEnd(9)}  ${title}${why === undefined ? '' : `: ${why.split('\n')[0]}`}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
