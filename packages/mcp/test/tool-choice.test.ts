import { describe, expect, it } from 'vitest'
import { chooseForTasks, isChinese, readTasks } from '../../../bench/tool-choice/choose.ts'
import { loadOperations } from '../../cli/src/load-operations.ts'
import { acceptArguments } from '@wuku/kernel/arguments/accept'
import { findTools } from '../src/more-tools.ts'

const allOperations = await loadOperations()

describe('the table of tasks', () => {
  const choices = chooseForTasks(allOperations)
  it('has 120 of them, in English and in Chinese', () => {
    expect(choices.length).toBe(120)
    expect(choices.filter(isChinese).length).toBe(60)
  })
  it('leads to the right tool in nine of ten, by the words of its description', () =>
    expect(choices.filter(({ rank }) => rank === 1).length).toBeGreaterThanOrEqual(108))
  it('names arguments that the tool accepts', () => {
    for (const { tool, arguments: given } of readTasks()) {
      const operation = allOperations.find(({ name }) => name === tool)
      if (operation) expect(() => acceptArguments(operation, given)).not.toThrow()
    }
  })
})

const check = (question: string, expected: string) =>
  expect(findTools(question, allOperations).map(({ name }) => name)[0]).toBe(expected)

describe('words about an operation', () => {
  it('find it in English', () => check('undo the last change of a scratchpad', 'undo-scratchpad'))
  it('find it in Chinese', () => check('删除会话', 'delete_conversation'))
  it('that nothing holds find nothing', () => expect(findTools('zzzz', allOperations)).toEqual([]))
})
