/**
 * How PowerShell reads the words of a command, as far as lines of wuku go: PowerShell itself is on no machine that tests
 * this, so these are the rules of its documentation (about_Parsing, about_Quoting_Rules), written down once. A word that
 * would run something, expand or depend on the version is an error here, not a guess.
 */
export function powerShellWords(line: string): readonly string[] {
  const words: string[] = []
  let at = 0
  while (at < line.length) {
    if (/\s/.test(line[at] ?? '')) at++
    else {
      const { word, end } = readWord(line, at)
      words.push(word)
      at = end
    }
  }
  return words
}

interface Word {
  readonly word: string
  readonly end: number
}

/** Typographic quotes are quotes, and any of a kind closes any other of it. */
const SINGLE = /['\u2018-\u201B]/
const DOUBLE = /["\u201C-\u201E]/

function readWord(line: string, at: number): Word {
  const sign = line[at] ?? ''
  const read = SINGLE.test(sign)
    ? readQuoted(line, at, SINGLE)
    : DOUBLE.test(sign)
      ? readQuoted(line, at, DOUBLE)
      : readBare(line, at)
  // What follows a quoted word without a blank is another word to some versions.
  if (read.end < line.length && !/\s/.test(line[read.end] ?? ''))
    throw new Error(`${line.slice(at)} is not one word to PowerShell.`)
  return read
}

function readQuoted(line: string, at: number, quote: RegExp): Word {
  let word = ''
  for (let next = at + 1; next < line.length; next++) {
    const sign = line[next] ?? ''
    if (!quote.test(sign)) {
      if (quote === DOUBLE && /[$`]/.test(sign)) throw new Error(`${line.slice(at)} expands in PowerShell.`)
      word += sign
    } else if (quote.test(line[next + 1] ?? '')) word += line[++next]
    else return { word, end: next + 1 }
  }
  throw new Error(`${line.slice(at)} is not closed.`)
}

function readBare(line: string, at: number): Word {
  const word = /^[^\s'"\u2018-\u201E]+/.exec(line.slice(at))?.[0] ?? ''
  if (/[`$(){};,|&<>@#]/.test(word.replaceAll(/(?<=.)[@#]/g, '')))
    throw new Error(`${word} is no plain word to PowerShell.`)
  return { word, end: at + word.length }
}
