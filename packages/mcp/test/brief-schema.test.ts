import { expect, it } from 'vitest'
import { briefInput, briefOutput } from '../src/more-tools.ts'

it.each([
  [{ type: 'string', description: 'x' }, { type: 'string' }],
  [
    { type: 'object', properties: { description: { type: 'string', description: 'x' } }, required: ['description'] },
    { type: 'object', properties: { description: { type: 'string' } } },
  ],
  [
    { type: 'object', properties: { required: { type: 'integer', minimum: 0 } }, additionalProperties: false },
    { type: 'object', properties: { required: { type: 'integer' } } },
  ],
  [{ anyOf: [{ type: 'null', description: 'x' }], enum: ['description'] }, { anyOf: [{ type: 'null' }] }],
])('answers of %j say no more than their shape', (schema, brief) => expect(briefOutput(schema)).toEqual(brief))

it.each([
  [
    { type: 'string', description: 'x', minLength: 1, maxLength: 9 },
    { type: 'string', description: 'x' },
  ],
  [
    { type: 'integer', minimum: 1, maximum: 9 },
    { type: 'integer', minimum: 1, maximum: 9 },
  ],
  [
    { type: 'array', maxItems: 5, items: { enum: ['a'] } },
    { type: 'array', items: { enum: ['a'] } },
  ],
  [
    { properties: { maxLength: { type: 'integer' } }, required: ['maxLength'] },
    { properties: { maxLength: { type: 'integer' } }, required: ['maxLength'] },
  ],
])('arguments of %j keep what a model needs', (schema, brief) => expect(briefInput(schema)).toEqual(brief))
