import { beginnings, brackets, lines, signs } from './parts.ts'

/** A text of any length that repeats one thing. */
export interface HostileText {
  readonly called: string
  of(length: number): string
}

const fill = (part: string, length: number): string => part.repeat(Math.max(1, Math.floor(length / part.length)))

const repeated = (part: string): HostileText => ({
  called: JSON.stringify(part),
  of: (length) => fill(part, length),
})

const times = (count: number, text: (n: number) => string): string => text(Math.max(1, Math.floor(count)))

const nested = ([open, close]: readonly [string, string]): readonly HostileText[] => [
  {
    called: `${JSON.stringify(open)} within itself`,
    of: (length) => times(length / (open.length + close.length), (n) => `${open.repeat(n)}a${close.repeat(n)}`),
  },
  {
    called: `${JSON.stringify(close || open)} before what it ends`,
    of: (length) =>
      times(length / (open.length + close.length) / 2, (n) => close.repeat(n) + open.repeat(n) + close.repeat(n)),
  },
]

const indented = [
  '- a',
  'a:',
  '> a',
  '1. a',
  '* a',
  'if a:',
  'def a():',
  'class A:',
  'a',
  '- a: b',
  '.. note::',
  '<div>',
]
const deeper = (line: string): HostileText => ({
  called: `${JSON.stringify(line)} ever deeper`,
  of: (length) =>
    times(Math.sqrt(length), (n) => Array.from({ length: n }, (_, depth) => ' '.repeat(depth * 2) + line).join('\n')),
})

const numbered: readonly (readonly [string, (n: number) => string])[] = [
  ['reference definitions', (n) => `[a${n}]: http://b/${n}\n`],
  ['references', (n) => `[a${n}] `],
  ['footnotes', (n) => `[^${n}] \n\n[^${n}]: a\n\n`],
  ['keys', (n) => `a${n}: ${n}\n`],
  ['JSON keys', (n) => `"a${n}": ${n},\n`],
  ['tags', (n) => `<a${n}>`],
  ['tags closed', (n) => `<a${n}></a${n}>`],
  ['anchors', (n) => `a${n}: &a${n} [*a${n - 1}]\n`],
  ['headings', (n) => `# a${n}\n\nb\n\n`],
  ['headings of all levels', (n) => `${'#'.repeat((n % 6) + 1)} a${n}\n\nb\n\n`],
  ['links', (n) => `<a href="b${n}">c</a>`],
  ['ids', (n) => `<p id="a${n}">b</p>`],
  ['substitutions', (n) => `.. |a${n}| replace:: b\n`],
  ['attributes', (n) => `:a${n}: {a${n - 1}}\n`],
  ['uses of attributes', () => `:a: b{a}\n`],
  ['functions', (n) => `function a${n}() { return a${n - 1}() }\n`],
  ['python functions', (n) => `def a${n}():\n    return a${n - 1}()\n\n`],
  ['classes', (n) => `class A${n} { int a; int b() { return 1; } }\n`],
  ['imports', (n) => `import a${n} from "b${n}"\n`],
  ['assignments', (n) => `a${n} = a${n - 1}\n`],
  ['constants', (n) => `export const a${n} = ${n};\n`],
  ['words', (n) => `word${n} `],
  ['random', (n) => `${(n * 7919 * 104_729) % 999_983}x `],
  ['identifiers', (n) => `getUser${n}ById_${n}.a${n} `],
  ['toml tables', (n) => `[a.b${n}]\nc = ${n}\n`],
  ['toml entries', (n) => `[[package]]\nname = "a${n}"\nversion = "1.${n}"\ndependencies = ["a${n - 1}"]\n`],
  [
    'xml',
    (n) => `<dependency><groupId>a</groupId><artifactId>b${n}</artifactId><version>\${v${n}}</version></dependency>\n`,
  ],
  ['requirements', (n) => `a${n}==1.${n}\n`],
  ['locked', (n) => `"a${n}@^1":\n  version "1.${n}"\n  dependencies:\n    b "1"\n`],
  ['robots', (n) => `User-agent: a${n}\nDisallow: /${n}*\n`],
  ['urls', (n) => `<url><loc>http://a/${n}</loc></url>\n`],
  ['rows', (n) => `| a${n} | b | c |\n`],
  ['fences', (n) => `\`\`\`a${n}\nb\n\`\`\`\n`],
  ['backticks that grow', (n) => `${'`'.repeat(n % 300)} `],
  ['columns', (n) => `| ${n} `],
]
const counted = ([called, part]: (typeof numbered)[number]): HostileText => ({
  called,
  of: (length) => {
    const parts: string[] = []
    for (let n = 1, had = 0; had < length; n++) {
      const next = part(n)
      parts.push(next)
      had += next.length
    }
    return parts.join('')
  },
})

/** What looks for the end of what was begun looks through all of it. */
const openings = [
  '`',
  '[',
  '![a](',
  '<a ',
  '<!--',
  '"',
  '/*',
  '```\n',
  '- ',
  '> ',
  '# ',
  '{{',
  '"""',
  '.. a:: ',
  '[a]: ',
]
const fillings = [' ', 'a', 'a ', '\\', '\n', '[', '(', '"', '<', '`', '*', '|', '{', '&amp; ']
const opened = (opening: string): readonly HostileText[] =>
  fillings.map((sign) => ({
    called: `${JSON.stringify(opening)} before ${JSON.stringify(sign)}`,
    of: (length) => opening + fill(sign, length),
  }))

/** What expressions take in more than one way: a run behind a beginning, and then what makes the whole fail. */
const runs = [' ', '#', '\t', 'a', '-', '.', '/', '[', '(', '{', '<', '=', '"', '\\', '0', '\u3000']
const behind = (beginning: string): readonly HostileText[] =>
  runs.map((run) => ({
    called: `${JSON.stringify(beginning)}, ${JSON.stringify(run)} and no end`,
    of: (length) => `${beginning}${fill(run, length)}\u2028!\n`,
  }))

const blanks = ['', ' ', '\t', '    a', '\r', '\r\n\r', 'a '.repeat(40), 'a'.repeat(80)]

const all = [
  ...signs.flatMap((sign) => [repeated(sign), repeated(`${sign} `), repeated(`${sign}\n`)]),
  ...[...lines, ...blanks].map((line) => repeated(`${line}\n`)),
  ...lines.filter((_, at) => at % 8 === 0).map((line) => repeated(`${line}\r\n`)),
  ...brackets.flatMap(nested),
  ...indented.map(deeper),
  ...numbered.map(counted),
  ...openings.flatMap(opened),
  ...['', ...beginnings].flatMap(behind),
]

export const hostileTexts: readonly HostileText[] = [...new Map(all.map((each) => [each.called, each])).values()]
