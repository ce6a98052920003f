/**
 * For `blanked`: `#if` may stand in the midst of anything, which no tree can hold. Its lines are taken away, and all its
 * branches are read as if they were there.
 */
export const withoutConditions = (text: string): string =>
  text.replaceAll(/^[ \t]*#[ \t]*(?:if|elif|elseif|else|endif)\b.*$/gm, (line) => ' '.repeat(line.length))
