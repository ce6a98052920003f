import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import type { Source } from '@wuku/core/core-types'
import type { Engine } from '../../src/base/engine.ts'
import type { DocumentName } from '@wuku/core/ports/index-view'
import { defineOperation, type Group, type Operation } from '../../src/base/operation.ts'

/** Operations as small as they can be, to try what a surface makes of any operation. */

const tides = ['Tides', '', 'The moon pulls the sea.', 'Twice a day it comes and goes.']

export const search = defineOperation({
  name: 'search',
  group: 'notes',
  title: 'Search notes',
  description: 'Finds notes by words.',
  effect: 'read',
  input: z.strictObject({
    query: z.string().min(1).max(200).describe('Words to find.'),
    limit: z.number().int().min(1).max(100).default(10).describe('At most so many.'),
    minScore: z.number().min(0).max(1).optional(),
    collections: z.array(z.string()).optional(),
    mode: z.enum(['lexical', 'semantic']).optional(),
    explain: z.boolean().optional(),
  }),
  output: z.strictObject({ found: z.array(z.strictObject({ line: z.number(), text: z.string() })) }),
  aliases: { q: 'query', top_k: 'limit' },
  searchHint: 'find notes',
  examples: [{ label: 'about the sea', input: { query: 'moon tide', limit: 5 } }],
  run: async ({ query, limit }) => ({
    found: tides.flatMap((text, at) => (text.includes(query) ? [{ line: at + 1, text }] : [])).slice(0, limit),
  }),
  render: ({ found }) => [
    { type: 'text', text: found.map(({ line, text }) => `${line}: ${text}`).join('\n') || 'Nothing.' },
  ],
})

export const open = defineOperation({
  name: 'open',
  group: 'core',
  title: 'Open',
  description: 'Reads what a citation points at.',
  effect: 'read',
  input: z.strictObject({ citation: z.string().max(1_000), budget: z.number().optional() }),
  output: z.strictObject({ path: z.string(), text: z.string(), notes: z.array(z.string()) }),
  examples: [{ label: 'a note', input: { citation: 'wuku://notes/sea/tides.md' } }],
  async run({ citation }) {
    if (!/^(qmd|wuku):.*tides\.md$/.test(citation))
      throw new WukuError(
        'not-found',
        `Document not found: ${citation}`,
        'Did you mean one of these?\n  - sea/tides.md',
      )
    return { path: 'tides.md', text: tides.map((text, at) => `${at + 1}: ${text}`).join('\n'), notes: [] }
  },
  render: ({ text }) => [
    {
      type: 'document',
      uri: 'qmd://sea/tides.md',
      name: 'sea/tides.md',
      title: 'Tides',
      mimeType: 'text/markdown',
      text,
    },
  ],
})

/** Counts to three, told step by step, and then waits for as long as it is asked to. */
export const count = defineOperation({
  name: 'count',
  group: 'pads',
  title: 'Count',
  description: 'Long work.',
  effect: 'write',
  input: z.strictObject({ wait: z.number().default(0) }),
  output: z.strictObject({ counted: z.number(), client: z.string(), mayWrite: z.boolean() }),
  examples: [],
  async run({ wait }, { progress, signal, caller }) {
    for (const done of [1, 2, 3]) progress({ stage: 'count', done, total: 3, said: `${done} of 3` })
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, wait)
      signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true })
    })
    return { counted: 3, client: caller.client, mayWrite: caller.mayWrite }
  },
  render: ({ counted }) => [{ type: 'text', text: `${counted}` }],
})

export const broken = defineOperation({
  name: 'broken',
  group: 'code',
  title: 'Broken',
  description: 'Fails inside.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({}),
  examples: [],
  run: async () => {
    throw new TypeError('secret path /root/x')
  },
  render: () => [],
})

export const operationCalled = (name: string, group: Group, effect: Operation['effect'] = 'read'): Operation => ({
  ...broken,
  name,
  group,
  effect,
})

const paths = ['tides.md', 'moon.md', 'plans/2026 harbour.md', '潮汐/月亮.md']

/** An engine that knows two sources and their documents, and nothing else. */
export const seaEngine: Engine = {
  for: () => seaEngine,
  now: () => 0,
  record: () => {},
  kinds: [{ kind: 'notes' }],
  read: (work: (view: unknown) => unknown) =>
    Promise.resolve(
      work({
        sources: {
          list: async () =>
            [
              { id: 1, kind: 'notes', name: 'sea' },
              { id: 2, kind: 'code', name: 'seaweed' },
            ] as Partial<Source>[],
        },
        documents: {
          names: async ({ sources }: { sources: number[] }) =>
            (sources.includes(1) ? paths : []).map((path) => ({ path })) as Partial<DocumentName>[],
        },
        pads: { workflows: async () => ({ items: [], total: 0 }) },
      }),
    ),
  index: {
    pollChanges: async () => {},
  },
} as unknown as Engine
