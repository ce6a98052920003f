import { expect, it } from 'vitest'
import { withoutDescriptions } from '../../../../src/surfaces/mcp/brief-schema.ts'

it.each([
  [{ type: 'string', description: 'x' }, { type: 'string' }],
  [
    { type: 'object', properties: { description: { type: 'string', description: 'x' } }, required: ['description'] },
    { type: 'object', properties: { description: { type: 'string' } }, required: ['description'] },
  ],
  [
    { anyOf: [{ type: 'null', description: 'x' }], enum: ['description'] },
    { anyOf: [{ type: 'null' }], enum: ['description'] },
  ],
])('leaves the descriptions of %j out', (schema, brief) => expect(withoutDescriptions(schema)).toEqual(brief))
