import type { DraftCall } from '../../conversation.ts'
import { fieldsOf, listOf, textOf, type Fields } from '../fields.ts'
import { callOf } from '../tools.ts'

export interface Completed {
  readonly call: DraftCall
  readonly output: unknown
}

/** What a program that the model wrote has called: only the second log tells of it. */
export function readCompleted(item: Fields): Completed | undefined {
  const call = textOf(item['id'])
  switch (item['type']) {
    case 'CommandExecution':
      return {
        call: callOf({ call, name: 'exec_command', args: { cmd: item['command'], workdir: item['cwd'] } }),
        output: { content: textOf(item['aggregated_output']) ?? '', success: (item['exit_code'] ?? 0) === 0 },
      }
    case 'McpToolCall':
      return {
        call: callOf({
          call,
          name: `mcp__${String(item['server'])}__${String(item['tool'])}`,
          args: item['arguments'],
        }),
        output: answerOf(item),
      }
    case 'FileChange':
      return { call: changeOf(call, fieldsOf(item['changes'])), output: outputOf(item) }
    case 'WebSearch':
      return { call: callOf({ call, name: 'web_search', args: { query: item['query'] } }), output: undefined }
    default:
      return undefined
  }
}

const answerOf = ({ result, error, status }: Fields) => ({
  content:
    listOf(fieldsOf(result)['content']).length > 0 ? fieldsOf(result)['content'] : textOf(fieldsOf(error)['message']),
  success: status !== 'failed' && fieldsOf(result)['isError'] !== true,
})

function changeOf(call: string | undefined, changes: Fields): DraftCall {
  const paths = Object.keys(changes)
  return callOf({
    call,
    name: 'apply_patch',
    args: { files: paths },
    files: paths.map((path) => ({ path, isEdited: true })),
  })
}

const outputOf = ({ stdout, stderr, status }: Fields) => ({
  content: [textOf(stdout), textOf(stderr)].filter((each) => each !== undefined).join('\n'),
  success: status !== 'failed',
})
