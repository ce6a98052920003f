/** Lines of a file with blanks in place of comments and strings: by signs alone, without a grammar, and so with another view than the product's. */
export function codeOf(text: string, language: string): readonly string[] {
  const line = hashed.has(language) ? '#' : dashed.has(language) ? '--' : '//'
  const signs = new RegExp(
    [
      String.raw`"""[^]*?"""`,
      String.raw`'''[^]*?'''`,
      hashed.has(language) || dashed.has(language) ? String.raw`--\[\[[^]*?\]\]` : String.raw`\/\*[^]*?\*\/`,
      `${line}[^\\n]*`,
      String.raw`"(?:\\[^]|[^"\\\n])*"`,
      // A quote alone is a lifetime in Rust, and part of a name elsewhere.
      ...(single.has(language) ? [String.raw`'(?:\\[^]|[^'\\\n])*'`] : [String.raw`'(?:\\.|[^'\\\n])'`]),
      ...(language === 'javascript' || language === 'typescript' || language === 'go' ? ['`[^`]*`'] : []),
    ].join('|'),
    'g',
  )
  return text.replaceAll(signs, (found) => found.replaceAll(/[^\n]/g, ' ')).split('\n')
}

const hashed = new Set(['python', 'ruby', 'bash', 'elixir', 'perl', 'r', 'nix'])
const dashed = new Set(['lua', 'haskell', 'sql'])
const single = new Set(['python', 'ruby', 'bash', 'javascript', 'typescript', 'tsx', 'php', 'lua', 'perl'])
