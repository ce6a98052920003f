import { countTokens } from 'gpt-tokenizer'
import { describe, expect, it } from 'vitest'
import { loadOperations } from '../../../../src/app/operations.ts'
import { describeTool } from '../../../../src/surfaces/mcp/tools.ts'
import { chooseTools, parseToolsets } from '../../../../src/surfaces/mcp/toolsets.ts'

const allOperations = await loadOperations()

const tokensOf = (toolsets: string): number =>
  countTokens(
    JSON.stringify(
      chooseTools(allOperations, { toolsets: parseToolsets(toolsets), readOnly: false }).map(describeTool),
    ),
  )

describe('definitions of tools, as clients send them to their models', () => {
  it('are few in the lean profile', () => expect(tokensOf('core')).toBeLessThan(2_000))
  it('name the same three tools', () =>
    expect(
      chooseTools(allOperations, { toolsets: parseToolsets('core'), readOnly: true }).map(({ name }) => name),
    ).toEqual(['recall', 'open', 'sources']))
})
