// Named checks, one line each, and an exit code that says whether all of them passed.
const results = { passed: 0, failed: 0 };

/** Runs one check; a thrown error fails it, and the next one runs all the same. */
export async function check(name, body) {
  try {
    await body();
    results.passed++;
    console.log(`ok   ${name}`);
  } catch (error) {
    results.failed++;
    console.log(`FAIL ${name}: ${String(error?.message ?? error).split("\n")[0]}`);
  }
}

/** Says how it ended; the process ends with it, whatever connections an SDK still holds. */
export function finish() {
  console.log(`${results.passed} checks passed, ${results.failed} failed`);
  process.exit(results.failed === 0 ? 0 : 1);
}

/** The error of a call that must be refused. */
export async function refused(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("the call was not refused");
}
