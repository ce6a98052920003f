import type { HookEvent, Moment, Said } from './event.ts'

type Write = (event: HookEvent, text: string) => object

interface Form {
  readonly refuse: Write
  readonly add: Write
  /** Moments at which what is added reaches the model. */
  readonly hears: readonly Moment[]
}

const ALL: readonly Moment[] = [
  'session-start',
  'after-compaction',
  'prompt',
  'before-command',
  'before-edit',
  'after-failure',
]
const NOT_BEFORE = ALL.filter((moment) => !moment.startsWith('before-'))

const specific = (event: HookEvent, rest: object): object => ({
  hookSpecificOutput: { hookEventName: event.event, ...rest },
})

const denial = (reason: string): object => ({ permissionDecision: 'deny', permissionDecisionReason: reason })

/** Claude Code's form, which others took over. */
const claude: Form = {
  refuse: (event, text) => specific(event, denial(text)),
  add: (event, additionalContext) => specific(event, { additionalContext }),
  hears: ALL,
}

/** What each program takes on its standard input, by the name that `wuku connect` gives it. */
const forms: Readonly<Record<string, Form>> = {
  'claude-code': claude,
  codex: claude,
  'qwen-code': { ...claude, hears: NOT_BEFORE },
  gemini: { ...claude, refuse: (_, reason) => ({ decision: 'deny', reason }), hears: NOT_BEFORE },
  vscode: { ...claude, hears: ['before-command', 'before-edit'] },
  'copilot-cli': {
    refuse: (_, text) => denial(text),
    add: (_, additionalContext) => ({ additionalContext }),
    hears: ALL,
  },
  cursor: {
    refuse: (_, text) => ({ permission: 'deny', user_message: text, agent_message: text }),
    add: (_, text) => ({ additional_context: text }),
    hears: ALL,
  },
  opencode: { refuse: (_, deny) => ({ deny }), add: (_, add) => ({ add }), hears: NOT_BEFORE },
}

/** One JSON for the standard output of the hook; empty where the program could not make use of it. */
export function writeAnswer(event: HookEvent, { refuses, text }: Said): string {
  const form = Object.hasOwn(forms, event.client) ? forms[event.client] : undefined
  const isBefore = event.moment === 'before-command' || event.moment === 'before-edit'
  if (!form || text === '' || (refuses ? !isBefore : !form.hears.includes(event.moment))) return ''
  return JSON.stringify((refuses ? form.refuse : form.add)(event, text))
}
