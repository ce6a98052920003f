import type { HookEvent, HookReply } from './event.ts'

type Write = (event: HookEvent, text: string) => object

interface Form {
  readonly refuse: Write
  readonly add: Write
  /** The moments at which an addition reaches the model: before a call, all the others, or both. */
  readonly hears: 'before' | 'otherwise' | 'everywhere'
}

const specific = (event: HookEvent, rest: object): object => ({
  hookSpecificOutput: { hookEventName: event.event, ...rest },
})

const denial = (reason: string): object => ({ permissionDecision: 'deny', permissionDecisionReason: reason })

/** Claude Code's form, which others took over. */
const claude: Form = {
  refuse: (event, text) => specific(event, denial(text)),
  add: (event, additionalContext) => specific(event, { additionalContext }),
  hears: 'everywhere',
}

/** The form that each program takes from its hook, by the name that `wuku connect` gives it. */
const forms: Readonly<Record<string, Form>> = {
  'claude-code': claude,
  codex: claude,
  'qwen-code': { ...claude, hears: 'otherwise' },
  gemini: { ...claude, refuse: (_, reason) => ({ decision: 'deny', reason }), hears: 'otherwise' },
  vscode: { ...claude, hears: 'before' },
  'copilot-cli': {
    refuse: (_, text) => denial(text),
    add: (_, additionalContext) => ({ additionalContext }),
    hears: 'everywhere',
  },
  cursor: {
    refuse: (_, text) => ({ permission: 'deny', user_message: text, agent_message: text }),
    add: (_, text) => ({ additional_context: text }),
    hears: 'everywhere',
  },
  opencode: { refuse: (_, deny) => ({ deny }), add: (_, add) => ({ add }), hears: 'otherwise' },
}

/** One JSON for the standard output of the hook; empty where the program could not make use of it. */
export function writeAnswer(event: HookEvent, { refuses, text }: HookReply): string {
  const form = Object.hasOwn(forms, event.client) ? forms[event.client] : undefined
  const isBefore = event.moment.startsWith('before-')
  if (!form || text === '' || event.moment === 'other') return ''
  if (refuses) return isBefore ? JSON.stringify(form.refuse(event, text)) : ''
  const reachesModel = form.hears === 'everywhere' || (form.hears === 'before') === isBefore
  return reachesModel ? JSON.stringify(form.add(event, text)) : ''
}
