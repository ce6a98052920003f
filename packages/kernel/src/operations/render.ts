import { defineOperation } from '../base/operation.ts'
import { input, output } from '../rendering/render-shapes.ts'

export const render = defineOperation({
  name: 'render',
  title: 'A text as HTML',
  description: 'Show a document, a passage or a text on a page: as HTML that holds nothing but text and its structure.',
  effect: 'read',
  // The log is about searches and reading; a page renders on every look.
  isUnlogged: true,
  input,
  output,
  searchHint: 'render html markdown highlight show page console',
  route: { method: 'POST', path: '/render' },
  examples: [
    { label: 'A passage', input: { citation: 'wuku://notes/handbook/keys.md#L10-L20', marks: ['keys'] } },
    { label: 'Some code', input: { text: 'const a = 1', format: 'code', language: 'ts' } },
  ],
  run: async (request, context) => (await import('../rendering/render-content.ts')).renderContent(request, context),
})
