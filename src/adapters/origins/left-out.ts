/**
 * What of a repository is no documentation of its current state: what was built or borrowed, tests, what is outdated, and
 * files about the project itself. Only below a folder of documents can tests be a chapter.
 */
export function isLeftOut(path: string): boolean {
  const segments = path.toLowerCase().split('/')
  const name = segments.pop() ?? ''
  const documents = segments.findIndex((segment) => DOCUMENTS.test(segment))
  return (
    PROJECT_FILE.test(name) ||
    segments.some(
      (segment, at) =>
        MACHINERY.test(segment) || OUTDATED.test(segment) || (TESTS.test(segment) && (documents < 0 || at < documents)),
    )
  )
}

const DOCUMENTS = /^(?:docs?|documentation|documents|website|site|content|guides?|handbook|manual)$/
const MACHINERY = /^(?:\..*|node_modules|vendor|dist|__pycache__|site-packages)$/
const TESTS = /^(?:tests?|__tests__|fixtures?|__fixtures__|testdata|bench|benches|benchmarks?)$/
const OUTDATED = /(?:^|[-_.])(?:archived?|archives|deprecated|legacy|previous|outdated|superseded|old)(?:$|[-_.])/
const PROJECT_FILE = /^(?:change-?log(?:[-_.].*)?|(?:licen[cs]e|code[-_]of[-_]conduct|contributing)(?:\..*)?)$/
