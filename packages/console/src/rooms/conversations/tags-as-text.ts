/** Blocks and spans of code, which keep what they hold, or the beginning of a tag. */
const CODE_OR_TAG =
  /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))|^(?: {4}|\t).*$|(?<!`)(`+)(?!`)(?:(?!\n\n)[\s\S]){0,2000}?(?<!`)\2(?!`)|<(?=[a-z/!?])(?!https?:|mailto:)/gim

/** Markdown in which tags are words: what somebody said about HTML, or an agent wrapped in tags, is read and not dropped. */
export const tagsAsText = (markdown: string): string =>
  markdown.replaceAll(CODE_OR_TAG, (found) => (found === '<' ? '&lt;' : found))
