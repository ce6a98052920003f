const SOURCE =
  /\.(?:c|cc|cpp|cs|cxx|ex|exs|go|h|hpp|java|jsx?|kt|kts|lua|mjs|php|py|pyi|rb|rs|scala|sh|swift|tsx?|vue|zig)$/i
const OTHER =
  /(?:^|\/)(?:tests?|specs?|__tests__|testdata|fixtures?|docs?|examples?|benchmarks?|vendor|third_party|node_modules|changes)\/|(?:[._-](?:test|spec)|Tests?)\.\w+$|_test\.\w+$|(?:^|\/)test_/i

/** Code that a change is about; tests and documents follow it. */
export const isSourcePath = (path: string): boolean => SOURCE.test(path) && !OTHER.test(path)
