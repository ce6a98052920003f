import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type GetPromptResult,
  type InputRequests,
  type InputRequiredResult,
  type PromptMessage,
  type ReadResourceResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { formTools, said, type FixtureTool } from './conformance-forms.ts'

/** What the public conformance suite asks a server for. It stands on our factory and our HTTP server, and in no package. */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const
const resource = (uri: string, mimeType: string, text: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text } }) as const

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 20))

const contentTools: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: { run: () => said('This is a simple text response for testing.') },
  test_image_content: { run: () => ({ content: [image] }) },
  test_audio_content: { run: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }) },
  test_embedded_resource: {
    run: () => ({
      content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    }),
  },
  test_multiple_content_types: {
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    }),
  },
  test_error_handling: {
    run: () => ({ ...said('This tool intentionally returns an error for testing'), isError: true }),
  },
  json_schema_2020_12_tool: {
    arguments: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: (_context, given) => said(`Called with ${JSON.stringify(given)}`),
  },
}

const streamTools: Readonly<Record<string, FixtureTool>> = {
  test_tool_with_progress: {
    async run({ mcpReq }) {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
        await pause()
      }
      return said('Done.')
    },
  },
  test_tool_with_logging: {
    async run({ mcpReq }) {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
        await pause()
      }
      return said('Logged.')
    },
  },
  test_logging_tool: {
    async run({ mcpReq }) {
      await mcpReq.log('info', 'Only for those who asked for it.')
      return said('Logged.')
    },
  },
  test_missing_capability: {
    run: (context) => (demandCapability(context, 'sampling'), said('The client has it.')),
  },
  test_streaming_elicitation: {
    run: ({ mcpReq }) =>
      acceptedContent(mcpReq.inputResponses, 'user_name')
        ? said('Done.')
        : inputRequired({ inputRequests: { user_name: elicit('name', 'What is your name?') } }),
  },
  test_sampling: {
    arguments: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    async run({ mcpReq }, { prompt }) {
      const { content } = await mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: String(prompt) } }],
        maxTokens: 100,
      })
      return said(`LLM response: ${'text' in content ? content.text : ''}`)
    },
  },
}

const capabilitiesOf = (envelope: object = {}): ClientCapabilities =>
  (envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities })[CLIENT_CAPABILITIES_META_KEY] ?? {}

function demandCapability({ mcpReq }: ServerContext, name: keyof ClientCapabilities): void {
  const has = capabilitiesOf(mcpReq.envelope)
  if (has[name] === undefined) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { [name]: {} } })
}

const elicit = (field: string, message: string, type: 'string' | 'boolean' = 'string') => {
  const properties: ElicitRequestFormParams['requestedSchema']['properties'] = {
    [field]: type === 'string' ? { type: 'string' } : { type: 'boolean' },
  }
  return inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: [field] } })
}
const sample = (text: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens })

const states = createRequestStateCodec<string>({ key: 'only for the fixtures of a test, so it may stand here' })

/** What a client echoes is its own word until it was checked. */
async function stateOf(context: ServerContext): Promise<string | undefined> {
  const echoed = context.mcpReq.requestState<string>()
  if (echoed === undefined) return undefined
  try {
    return await states.verify(echoed, context)
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The state of the request is not the one that was given.')
  }
}

/** One round: asks for all, and answers once all of it is there. */
const once = (inputRequests: InputRequests, answer: string, state?: string): FixtureTool => ({
  async run(context) {
    const echoed = state === undefined ? undefined : await stateOf(context)
    const given: Readonly<Record<string, unknown>> = context.mcpReq.inputResponses ?? {}
    const isAnswered = Object.keys(inputRequests).every((key) => isAnswer(given[key]))
    if (isAnswered && echoed === state) return said(`${answer} ${JSON.stringify(given)}`)
    const capabilities = capabilitiesOf(context.mcpReq.envelope)
    const asked = Object.entries(inputRequests).filter(([, { method }]) => (needs[method] ?? '') in capabilities)
    if (asked.length === 0) return said('The client can be asked for nothing.')
    return inputRequired({
      inputRequests: Object.fromEntries(asked),
      ...(state !== undefined && { requestState: await states.mint(state) }),
    })
  },
})

const needs: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

const isAnswer = (value: unknown): boolean => {
  const { action, content, roots } = Object(value) as Readonly<Record<string, unknown>>
  return Array.isArray(roots) || (typeof content === 'object' && content !== null && action !== 'decline')
}

const roundTools: Readonly<Record<string, FixtureTool>> = {
  test_input_required_result_elicitation: once({ user_name: elicit('name', 'What is your name?') }, 'Hello,'),
  test_input_required_result_sampling: once(
    { capital_question: sample('What is the capital of France?', 100) },
    'It is',
  ),
  test_input_required_result_list_roots: once({ client_roots: inputRequired.listRoots() }, 'Roots:'),
  test_input_required_result_request_state: once(
    { confirm: elicit('ok', 'Please confirm', 'boolean') },
    'state-ok',
    's',
  ),
  test_input_required_result_tampered_state: once({ confirm: elicit('ok', 'Please confirm', 'boolean') }, 'Done.', 't'),
  test_input_required_result_multiple_inputs: once(
    {
      user_name: elicit('name', 'What is your name?'),
      greeting: sample('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
    'All of it:',
    'm',
  ),
  test_input_required_result_capabilities: once(
    { user_name: elicit('name', 'What is your name?'), greeting: sample('Generate a greeting', 50) },
    'Done.',
  ),
  test_input_required_result_multi_round: {
    async run(context) {
      const state = await stateOf(context)
      const { step1, step2 } = context.mcpReq.inputResponses ?? {}
      if (state === 'second' && step2 !== undefined) return said('Two rounds.')
      const [requestState, inputRequests] =
        state === 'first' && step1 !== undefined
          ? ['second', { step2: elicit('color', 'Step 2: What is your favorite color?') }]
          : ['first', { step1: elicit('name', 'Step 1: What is your name?') }]
      return inputRequired({
        inputRequests: inputRequests as InputRequests,
        requestState: await states.mint(requestState),
      })
    },
  },
}

const resources: Readonly<Record<string, ReadResourceResult['contents'][number]>> = {
  'static-text': {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'static-binary': { uri: 'test://static-binary', mimeType: 'image/png', blob: PNG },
  'watched-resource': { uri: 'test://watched-resource', mimeType: 'text/plain', text: 'Watched resource content' },
}
const TEMPLATE = 'test://template/{id}/data'

function readResource(uri: string): ReadResourceResult {
  const found = Object.values(resources).find((each) => each.uri === uri)
  if (found) return { contents: [found] }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id === undefined) throw new ResourceNotFoundError(uri)
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { contents: [{ uri, mimeType: 'application/json', text }] }
}

interface FixturePrompt {
  readonly arguments?: readonly string[]
  get(given: Readonly<Record<string, string>>, context: ServerContext): GetPromptResult | InputRequiredResult
}

const user = (...content: PromptMessage['content'][]): GetPromptResult => ({
  messages: content.map((each) => ({ role: 'user', content: each })),
})

const prompts: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: { get: () => user({ type: 'text', text: 'This is a simple prompt for testing.' }) },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => user({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    get: ({ resourceUri = '' }) =>
      user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'), {
        type: 'text',
        text: 'Please process the embedded resource above.',
      }),
  },
  test_prompt_with_image: { get: () => user(image, { type: 'text', text: 'Please analyze the image above.' }) },
  test_input_required_result_prompt: {
    get: (_given, { mcpReq }) =>
      mcpReq.inputResponses?.['user_context'] === undefined
        ? inputRequired({ inputRequests: { user_context: elicit('context', 'What context should the prompt use?') } })
        : user({ type: 'text', text: JSON.stringify(mcpReq.inputResponses['user_context']) }),
  },
}

/** `changeTools`: makes the list of tools another one, as a first source of a storehouse does. */
export function serveFixtures(server: Server, changeTools: () => Promise<void>): void {
  const tools: Readonly<Record<string, FixtureTool>> = {
    ...contentTools,
    ...streamTools,
    ...formTools,
    ...roundTools,
    test_trigger_tool_change: { run: async () => (await changeTools(), said('Changed.')) },
  }
  server.registerCapabilities({ logging: {}, resources: { subscribe: true } })
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(tools).map(([name, tool]) => ({
      name,
      description: `For the conformance suite: ${name}.`,
      inputSchema: tool.arguments ?? { type: 'object' },
    })),
  }))
  server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }, context) => {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool.')
    return tool.run(context, given)
  })
  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(resources).map(([name, { uri, mimeType }]) => ({
      name,
      uri,
      mimeType,
      description: name,
    })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ name: 'template', uriTemplate: TEMPLATE, description: 'A template.' }],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => readResource(uri))
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(prompts).map(([name, prompt]) => ({
      name,
      description: `For the conformance suite: ${name}.`,
      arguments: (prompt.arguments ?? []).map((each) => ({ name: each, description: each, required: true })),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }, context) => {
    const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt.')
    return prompt.get(given, context)
  })
}
