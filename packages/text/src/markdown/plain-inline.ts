/** A heading or title as a reader sees it: without anchors, links, emphasis and backticks. */
export function plainInline(markdown: string): string {
  const parts = markdown.slice(0, LONGEST).replace(anchor, '').split(codeSpan)
  const plain = parts.map((part, index) => (index % 2 === 0 ? withoutMarkup(part) : part.replace(/^`+|`+$/g, '')))
  return plain.join('').replace(/\s+/g, ' ').trim()
}

/** In characters; a longer heading is a paragraph by mistake. */
const LONGEST = 500
/** `{#id}`, `{.class}` at the end. */
const anchor = /\{\s*[#.:][^{}]*\}\s*$/
const codeSpan = /(`+[^`]+`+)/

/** The order matters: an image may be inside a link, and an escaped character is no markup. */
const withoutMarkup = (text: string): string =>
  !/[\\[<*~_]/.test(text)
    ? text
    : text
        .replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => String.fromCharCode(ESCAPED + sign.charCodeAt(0)))
        .replace(/!\[([^[\]]*)\](?:\([^()]*\))?/g, '$1')
        .replace(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
        .replace(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g, '$1')
        .replace(/<\/?[A-Za-z][^<>]*>/g, '')
        .replace(/\*+|~~/g, '')
        .replace(/(?<![\p{L}\p{N}_])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}_])/gu, '')
        .replace(/[\uE000-\uE07F]/g, (hidden) => String.fromCharCode(hidden.charCodeAt(0) - ESCAPED))

/** Escaped characters are kept in the private use area while markup is removed. */
const ESCAPED = 0xe000
