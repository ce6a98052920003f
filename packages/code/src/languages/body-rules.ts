import type { BodyRules } from './rules.ts'

export const goBodies = withHead(/^func\b/)
export const rustBodies = withHead(
  /^(?:pub(?:\([^()]*\))?\s+)?(?:(?:default|const|async|unsafe|extern(?:\s+"[^"]*")?)\s+)*fn\b/,
)
export const kotlinBodies = withHead(
  /^(?:(?:public|private|protected|internal|override|open|final|suspend|inline|tailrec|operator|infix|actual|@\w+(?:\([^()]*\))?)\s+)*fun\b(?!\s+interface\b)/,
)
export const swiftBodies = withHead(
  /^(?:(?:public|private|fileprivate|internal|open|static|class|final|override|mutating|convenience|required|nonisolated|@\w+(?:\([^()]*\))?)\s+)*(?:func|init|deinit)\b/,
)
export const phpBodies = withHead(/^(?:(?:abstract|final|public|protected|private|static)\s+)*function\b/)
export const scalaBodies = withHead(
  /^(?:(?:override|final|private|protected|implicit|inline|private\[\w+\]|@\w+)\s+)*def\b/,
)

/** Functions that have a name before brackets, and before that a type: no keyword of anything else. */
const NO_FUNCTION =
  /^[^(]*(?:=|\b(?:class|interface|enum|record|struct|union|namespace|module|new|return|else|if|for|foreach|while|do|switch|case|catch|try|lock|using|throw|delegate)\b)/
export const javaBodies = withHead(
  /^(?:@[\w.]+(?:\([^()]*\))?\s+)*(?:[\w<>[\],.?&]+\s+)+\w+\s*\(.*\)\s*(?:throws\s[\w\s,.<>]+)?\{$/,
  NO_FUNCTION,
)
export const cSharpBodies = withHead(/^(?:[\w<>[\],.?]+\s+)+[\w<>,.]+\s*\(.*\)\s*\{$/, NO_FUNCTION)
export const cBodies: BodyRules = {
  ...withHead(/^[A-Za-z_][\w\s*]*\(.*\)\s*\{$/, /^(?:if|for|while|switch|else|do|return)\b/),
  continues: /^(?:#|\/?\*|\w+:)/,
}
export const cppBodies: BodyRules = {
  ...withHead(
    /^[A-Za-z_~][\w\s*&<>:,~]*\(.*\)(?:\s*(?:const|noexcept|override|final|&))*\s*\{$/,
    /^[^(]*=|^(?:if|for|while|switch|else|do|return|catch)\b/,
  ),
  continues: /^(?:#|\/?\*)/,
  /** With `;` behind them braces of a member may as well be its value. */
  closes: /^\}(?!;)/,
}

/** `func f() {` up to `}`. */
function withHead(opens: RegExp, but?: RegExp): BodyRules {
  return { opens: (head) => head.endsWith('{') && opens.test(head) && !but?.test(head), closes: /^\}/ }
}

const END = /^end\b/

export const luaBodies: BodyRules = {
  opens: (head) => /^(?:local\s+)?function\b.*\)$|=\s*function\s*\([^()]*\)$/.test(head),
  closes: END,
}

export const elixirBodies: BodyRules = {
  opens: (head) => /^(?:defp?|defmacrop?|test)\b.*\bdo$/.test(head),
  closes: END,
}
