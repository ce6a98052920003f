import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeHtml, type TextToShow, linkFrom } from '../../../kernel/src/rendering/write-html.ts'
import { cleanHtml } from '../../src/html/clean.ts'
import { faultsIn, wordsOf } from './clean-page.ts'
import { runs } from '../../../../test/scale.ts'

const payloads: readonly string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../test/fixtures/hostile/html.json'), 'utf8'),
)
const pace = { isLate: () => false, rest: () => Promise.resolve() }

const shown = async (text: string, more: Partial<TextToShow> = {}): Promise<string> => {
  const place = { kind: 'notes', source: 'handbook', path: 'guide/keys.md' } as const
  return (await writeHtml({ text, format: 'markdown', marks: ['alert script x'], place, pace, ...more })).html
}

/** Places of a text where a payload may stand. */
const places: Readonly<Record<string, (payload: string) => Promise<string>>> = {
  Markdown: (payload) => shown(payload),
  'the middle of a paragraph': (payload) => shown(`ebb ${payload} flood`),
  'a heading': (payload) => shown(`# ${payload}`),
  'a cell': (payload) => shown(`| a |\n|---|\n| ${payload} |`),
  'an item': (payload) => shown(`- [x] ${payload}`),
  'words of a link': (payload) => shown(`[${payload}](https://x.example)`),
  'a target': (payload) => shown(`[x](<${payload}>) [x](${payload}) ![x](${payload})`),
  'a title of a link': (payload) => shown(`[x](https://x.example "${payload}")`),
  'a description of a picture': (payload) => shown(`![${payload}](https://x.example/a.png)`),
  'a value': (payload) => shown(`<b title="${payload}">x</b> <b title='${payload}'>x</b> <a href="${payload}">x</a>`),
  'a comment': (payload) => shown(`<!-- ${payload}`),
  'an open element': (payload) => shown(`<p><b><table><svg>${payload}`),
  'a fence': (payload) => shown(`\`\`\`${payload}\n${payload}\n\`\`\``),
  'plain text': (payload) => shown(payload, { format: 'plain' }),
  'a language': (payload) => shown(payload, { format: 'code', language: payload }),
  HTML: (payload) => Promise.resolve(cleanHtml(payload, { link: linkFrom(undefined) })),
  'a name of a file': (payload) =>
    shown('[x](b.md) [y](#a)', { place: { kind: 'code', source: payload || 'x', path: `${payload}/a.md` } }),
}

async function faults(show: (payload: string) => Promise<readonly string[]>): Promise<readonly (readonly string[])[]> {
  const all = await Promise.all(payloads.map(async (payload) => [payload, ...(await show(payload))]))
  return all.filter(([, ...found]) => found.length > 0)
}

it('has two hundred payloads, most of which a browser would run', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(200)
  expect(payloads.filter((payload) => faultsIn(payload).length > 0).length).toBeGreaterThan(180)
})

it.each(Object.entries(places))('no payload does anything in %s', async (_, show) =>
  expect(await faults(async (payload) => faultsIn(await show(payload)))).toEqual([]),
)

it.each(['html', 'ts', 'php', 'vue', 'markdown', 'bash', 'diff'])(
  'as code of %s each is shown as it is',
  async (language) =>
    expect(
      await faults(async (payload) => {
        const html = await shown(payload, { format: 'code', language })
        const isWhole = wordsOf(html) === payload.replace(/\n$/, '').replaceAll('\0', '\uFFFD')
        return [...faultsIn(html), ...(isWhole ? [] : [wordsOf(html)])]
      }),
    ).toEqual([]),
)

/** Pieces from which the tricks are made. */
const pieces = [
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '`',
  '=',
  ' ',
  '\n',
  '\t',
  '\0',
  '&',
  ';',
  '#',
  '&lt;',
  '&quot;',
  '&#x3c;',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<?',
  '\\',
  '[',
  '](',
  ')',
  '![',
  '```',
  '> ',
  '- ',
  '|',
  'a',
  'b',
  'p',
  'svg',
  'math',
  'style',
  'script',
  'title',
  'textarea',
  'noscript',
  'table',
  'td',
  'template',
  'iframe',
  'img',
  'select',
  'form',
  'mtext',
  'mglyph',
  'foreignObject',
  'onclick',
  'onerror',
  'href',
  'src',
  'id',
  'name',
  'class',
  'data-line',
  'data-citation',
  'javascript:alert(1)',
  'java',
  'script:',
  'https://x.example',
  'wuku://notes/a/b.md',
  'd-x',
  '<svg>',
  '</svg>',
  '<style>',
  '</style>',
  '<p>',
  '</p>',
  '<b title="',
]

describe('any text of such pieces', () => {
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''))
  it.each(['markdown', 'code', 'plain'] as const)('is clean as %s', (format) =>
    fc.assert(
      fc.asyncProperty(text, async (made) => {
        expect(faultsIn(await shown(made, { format, language: 'html' }))).toEqual([])
      }),
      { numRuns: runs(500) },
    ),
  )
  it('is clean as HTML, and stays as it is when it is cleaned again', () =>
    fc.assert(
      fc.property(text, (made) => {
        const once = cleanHtml(made, { link: linkFrom(undefined) })
        expect(faultsIn(once)).toEqual([])
        expect(
          cleanHtml(once.replaceAll('target="_blank"', '').replaceAll('rel="noopener noreferrer"', ''), {
            link: linkFrom(undefined),
          }),
        ).toBe(once)
      }),
      { numRuns: runs(1_000) },
    ))
})
