import { graphemeBorder } from '@wuku/text/terms/graphemes'

const DOC_CHARS = 300

/** The first paragraph of some comments that follow one another, without the marks that make them comments. */
export function docOf(comments: readonly string[]): string {
  if (comments.length === 0) return ''
  const lines = comments.flatMap((comment) => comment.slice(0, MAX_CHARS).split(/\r?\n/)).map(bare)
  const first = lines.findIndex((line) => line !== '')
  if (first < 0) return ''
  const end = lines.findIndex((line, at) => at > first && (line === '' || TAG.test(line)))
  const paragraph = lines.slice(first, end < 0 ? lines.length : end).join(' ')
  return paragraph.length <= DOC_CHARS
    ? paragraph
    : `${paragraph.slice(0, graphemeBorder(paragraph, DOC_CHARS - 1)).trimEnd()}…`
}

/** A first paragraph that begins later is none; some comments are whole licences or manuals. */
const MAX_CHARS = 4_000

/** Tags after the prose: `@param x`, `:param x:`, `\param x`. */
const TAG = /^(?:@|:[a-z]+[ :]|\\[a-z]+ )/

/** `/** x *\/`, `// x`, `/// x`, `//! x`, `# x`, `-- x`, `--- x`, `{- x -}`, `--[[ x ]]`, `""" x """`, `<!-- x -->` all say `x`. */
function bare(line: string): string {
  const prose = line
    .trim()
    .replace(OPENING, '')
    .replaceAll(XML, '$1')
    .replace(/(?:\*{1,99}\/|-\}|\]={0,9}\]|-->|"{3}|'{3})$/, '')
    .trim()
  return NO_PROSE.test(prose) ? '' : prose
}

/** The marks of C#'s comments; what one refers to is its last word. */
const XML =
  /<\/?(?:summary|remarks|para|c|code)>|<(?:see|paramref|typeparamref|inheritdoc)\b[^>]{0,80}?(?:\b(?:cref|name|langword)="(?:[A-Z]:)?([^"<>]{0,200})")?\s*\/>/g

const OPENING =
  /^(?:\/\*+!?(?!\/)|\/\/[/!]*|\*+(?!\/)|#+!?|--\[=*\[|-{2,}(?: ?[|^](?= ))?|\{- ?[|^]?|;+|%+|<!--|[rRuUbB]{0,2}(?:"{3}|'{3}))\s?/

/** Rules of punctuation, the end of a comment alone, the program of a script, and directives for tools. */
const NO_PROSE =
  /^(?:[^\p{L}\p{N}]*$|\/(?:usr\/)?bin\/|@ts-[ein]|-\*-|:[a-z]+:$|(?:frozen_string_literal|encoding|coding|typed):|noqa\b|nolint\b|shellcheck [a-z]+=|(?:eslint|oxlint|biome|prettier|tslint|stylelint|istanbul|c8|v8|rubocop|pylint|pyright|mypy|phpcs|swiftlint|ktlint|type|fmt)[-: ]{1,2}(?:[a-z]+-)?(?:ignore|disable|enable|off|todo))/u
