import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { read as readNotebook } from '../src/notebook.ts'

const read = (json: unknown) =>
  readNotebook({ path: 'a/潮.ipynb', text: typeof json === 'string' ? json : JSON.stringify(json) })

const check = (json: unknown, title: string, text: string) =>
  expect(read(json)).toMatchObject({ page: { title, text } })

describe('notebook', () => {
  it.each([
    [
      'version 4',
      {
        nbformat: 4,
        metadata: { kernelspec: { language: 'julia' } },
        cells: [
          { cell_type: 'markdown', source: ['# Tide\n', '\n', 'How it [turns](x.md).'] },
          {
            cell_type: 'code',
            source: 'print(1)\n',
            outputs: [
              { output_type: 'stream', text: ['1\n'] },
              { output_type: 'display_data', data: { 'image/png': 'AAAA', 'text/plain': '<Figure>' } },
              { output_type: 'error', ename: 'KeyError', evalue: "'a'", traceback: ['\u001B[31mx'] },
            ],
          },
          { cell_type: 'raw', source: 'left out' },
        ],
      },
      'Tide',
      "# Tide\n\nHow it [turns](x.md).\n\n```julia\nprint(1)\n```\n\n```text\n1\n<Figure>\nKeyError: 'a'\n```\n",
    ],
    [
      'version 3',
      {
        nbformat: 3,
        metadata: { name: '' },
        worksheets: [
          {
            cells: [
              { cell_type: 'heading', level: 2, source: 'Ebb' },
              {
                cell_type: 'code',
                language: 'python',
                input: ['a = 1\n', 'a'],
                outputs: [{ output_type: 'pyout', text: ['1'] }],
              },
            ],
          },
        ],
      },
      'Ebb',
      '## Ebb\n\n```python\na = 1\na\n```\n\n```text\n1\n```\n',
    ],
    [
      'cells of other languages, colours and marks',
      {
        cells: [
          { cell_type: 'code', source: '%%bash\necho ```', outputs: [{ text: '\u001B[1mok\u001B[0m' }] },
          { cell_type: 'markdown', source: '```js\nopen' },
          { cell_type: 'code', source: ' ' },
          7,
        ],
        metadata: { language_info: { name: 'R' }, title: 'Named' },
      },
      'Named',
      '````bash\necho ```\n````\n\n```text\nok\n```\n\n```js\nopen\n```\n',
    ],
  ])('reads %s', (_, json, title, text) => check(json, title, text))

  it('cuts what a cell printed', () => {
    const answer = read({ cells: [{ cell_type: 'code', source: 'a', outputs: [{ text: '潮'.repeat(9_000) }] }] })
    expect('page' in answer && answer.page.text.length).toBeLessThan(2_100)
  })

  it.each(['', '{', '[]', '{"cells":1}', '{"worksheets":[]', 'null'])('says that %j is none', (text) =>
    expect(read(text)).toMatchObject({ problem: { path: 'a/潮.ipynb' } }),
  )

  it('no text makes the notebook reader throw', () =>
    fc.assert(fc.property(fc.json(), (json) => typeof read(`{"cells":[${json}],"metadata":${json}}`) === 'object')))
})
