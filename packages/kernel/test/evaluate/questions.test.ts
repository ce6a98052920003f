import { expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import { readQuestions, type ReadFile } from '../../src/evaluate/questions.ts'

const reading =
  (files: Readonly<Record<string, string>>): ReadFile =>
  async (path) => {
    const text = files[path]
    if (text === undefined) throw new WukuError('not-found', `There is no file ${path}.`, 'Name it where it lies.')
    return text
  }

/** `id query -> name=grade name=grade`. */
const told = async (path: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await readQuestions(path, reading(files))).map(
    ({ id, query, expected }) => `${id} ${query} -> ${expected.map(({ name, grade }) => `${name}=${grade}`).join(' ')}`,
  )

it.each<[says: string, path: string, files: Record<string, string>, expected: string[]]>([
  [
    'say what they expect',
    'q.jsonl',
    { 'q.jsonl': '{"query": "tide", "expected": ["n/a.md"]}' },
    ['1 tide -> n/a.md=1'],
  ],
  [
    'expect one thing as text',
    'q.jsonl',
    { 'q.jsonl': '{"text": "潮汐", "relevant": "潮汐.md"}' },
    ['1 潮汐 -> 潮汐.md=1'],
  ],
  [
    'expect some more than others',
    'q.jsonl',
    {
      'q.jsonl':
        '{"_id": "x", "text": "tide", "expected": [{"path": "a.md", "grade": 2}, {"citation": "wuku://notes/n/b.md"}]}',
    },
    ['x tide -> a.md=2 wuku://notes/n/b.md=1'],
  ],
  [
    "come as qmd's fixtures",
    'bench.json',
    {
      'bench.json':
        '{"description": "d", "queries": [{"id": "q1", "query": "tide", "type": "exact", "expected_files": ["a.md"], "expected_in_top_k": 1}]}',
    },
    ['q1 tide -> a.md=1'],
  ],
  [
    'lie in a folder, with a table beside them',
    'set/',
    {
      'set/queries.jsonl': '\uFEFF{"_id": "q1", "text": "tide"}\r\n\n{"_id": 2, "text": "moon"}\n',
      'set/qrels.tsv': 'query-id\tcorpus-id\tscore\nq1\ta b.md\t1\nq1\tc.md\t0\r\n2\td.md\t3\n',
    },
    ['q1 tide -> a b.md=1', '2 moon -> d.md=3'],
  ],
  [
    'lie where BEIR puts them',
    'set',
    {
      'set/queries.jsonl': '{"_id": "1", "text": "tide"}',
      'set/qrels/test.tsv': 'query-id\tcorpus-id\tscore\n1\tA\t1',
    },
    ['1 tide -> A=1'],
  ],
  [
    'have a table in the form of TREC, without a head',
    'set',
    { 'set/queries.jsonl': '{"_id": "1", "text": "tide"}', 'set/qrels.tsv': '1\t0\tA\t2' },
    ['1 tide -> A=2'],
  ],
  [
    'have judgements line by line',
    'set',
    { 'set/queries.jsonl': '{"id": "1", "query": "tide"}', 'set/qrels.jsonl': '{"id": "1", "relevant": ["a.md"]}' },
    ['1 tide -> a.md=1'],
  ],
])('questions: %s', async (_, path, files, expected) => expect(await told(path, files)).toEqual(expected))

it.each<[path: string, files: Record<string, string>, code: string, said: string]>([
  ['none', {}, 'not-found', 'There is no file none/queries.jsonl.'],
  ['q.jsonl', { 'q.jsonl': '\n' }, 'bad-input', 'q.jsonl contains no question.'],
  ['q.jsonl', { 'q.jsonl': '{"query": "tide"}' }, 'bad-input', 'No question in q.jsonl names an expected document.'],
  [
    'q.jsonl',
    { 'q.jsonl': '{"query": "tide"}\n{"query": ' },
    'bad-input',
    'A question is wrong in q.jsonl, line 2: it is not JSON.',
  ],
  ['q.jsonl', { 'q.jsonl': '["tide"]' }, 'bad-input', 'A question is wrong in q.jsonl, line 1: it is not an object.'],
  [
    'q.jsonl',
    { 'q.jsonl': '{"expected": ["a"]}' },
    'bad-input',
    'A question is wrong in q.jsonl, line 1: it has neither "query" nor "text".',
  ],
  [
    'q.json',
    { 'q.json': '{"questions": []}' },
    'bad-input',
    'A question is wrong in q.json: it has no list "queries".',
  ],
  [
    'q.jsonl',
    { 'q.jsonl': `{"query": "${'x'.repeat(4_001)}", "expected": ["a"]}` },
    'bad-input',
    'A question is wrong in q.jsonl, line 1: it is longer than 4000 characters.',
  ],
  [
    'q.jsonl',
    { 'q.jsonl': '{"query": "tide", "expected": [{"grade": 1}]}' },
    'bad-input',
    'A question is wrong in q.jsonl, line 1: it expects something that is neither a citation nor a path.',
  ],
  [
    's',
    { 's/queries.jsonl': '{"_id": "1", "text": "tide"}', 's/qrels.tsv': 'h\th\th\n1 A 1\n' },
    'bad-input',
    'A question is wrong in s/qrels.tsv, line 2: it is not a question, a document and a grade, separated by tabs.',
  ],
])('what is wrong with questions is told with its place: %s %j: %s', async (path, files, code, message) => {
  const failure = await readQuestions(path, reading(files)).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code, message, remedy: expect.stringMatching(/^(?:Write|Give|Add) /) })
})
