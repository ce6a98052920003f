import type {
  CallToolResult,
  ElicitRequestFormParams,
  InputRequiredResult,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server'

type Answer = CallToolResult | InputRequiredResult

export interface FixtureTool {
  readonly arguments?: Tool['inputSchema']
  run(context: ServerContext, given: Readonly<Record<string, unknown>>): Answer | Promise<Answer>
}

export const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

type Properties = ElicitRequestFormParams['requestedSchema']['properties']

const form = (message: string, properties: Properties, required: readonly string[] = []): ElicitRequestFormParams => ({
  message,
  requestedSchema: { type: 'object', properties, required: [...required] },
})

async function ask({ mcpReq }: ServerContext, asked: ElicitRequestFormParams, says: string) {
  const { action, content = {} } = await mcpReq.elicitInput(asked)
  return said(`${says}: action=${action}, content=${JSON.stringify(content)}`)
}

const defaults: Properties = {
  name: { type: 'string', description: 'User name', default: 'John Doe' },
  age: { type: 'integer', description: 'User age', default: 30 },
  score: { type: 'number', description: 'User score', default: 95.5 },
  status: { type: 'string', description: 'User status', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', description: 'Verification status', default: true },
}

const titled = (first: string, second: string, third: string) => [
  { const: 'value1', title: first },
  { const: 'value2', title: second },
  { const: 'value3', title: third },
]

const choices: Properties = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: { type: 'string', oneOf: titled('First Option', 'Second Option', 'Third Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: { type: 'array', items: { anyOf: titled('First Choice', 'Second Choice', 'Third Choice') } },
}

/** Forms that the server has a client of 2025 show to its user. */
export const formTools: Readonly<Record<string, FixtureTool>> = {
  test_elicitation: {
    arguments: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    run: (context, { message }) =>
      ask(
        context,
        form(
          String(message),
          {
            username: { type: 'string', description: "User's response" },
            email: { type: 'string', description: "User's email address" },
          },
          ['username', 'email'],
        ),
        'User response',
      ),
  },
  test_elicitation_sep1034_defaults: {
    run: (context) => ask(context, form('Please review the defaults', defaults), 'Elicitation completed'),
  },
  test_elicitation_sep1330_enums: {
    run: (context) => ask(context, form('Please choose', choices), 'Elicitation completed'),
  },
}
