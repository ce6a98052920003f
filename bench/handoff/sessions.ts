import { randomFrom, type Random } from '../pads/random.ts'
import { phrases, things, type Phrases } from './phrases.ts'

/** A step of a session in any program. */
export type Step =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'say'; readonly text: string }
  | {
      readonly kind: 'run'
      readonly command: string
      readonly folder?: string
      readonly exit: number
      readonly output: string
    }
  | { readonly kind: 'edit'; readonly path: string }
  | { readonly kind: 'plan'; readonly items: readonly (readonly [text: string, status: string])[] }

export interface PlantedFact {
  readonly section: 'aim' | 'decided' | 'files' | 'commands' | 'failed' | 'open' | 'next'
  readonly text: string
}

export interface MadeSession {
  readonly id: string
  readonly project: string
  readonly language: keyof typeof phrases
  readonly steps: readonly Step[]
  /** 20 of them. */
  readonly facts: readonly PlantedFact[]
}

const LANGUAGES = ['en', 'later', 'zh', 'later', 'hant'] as const
const BEGINNING = '5c1f0e9a-1111-4222-8333-'

/** Sessions with 20 facts each among chatter, looks into files and failures that were got over; the same on every machine. */
export const makeSessions = (count: number): readonly MadeSession[] =>
  Array.from({ length: count }, (_, number) => makeSession(number, randomFrom(700 + number)))

function makeSession(number: number, random: Random): MadeSession {
  const language = LANGUAGES[Math.floor(number / LANGUAGES.length) % LANGUAGES.length] ?? 'en'
  const say = sayer(language, random)
  const module = random.pick(['cart', 'billing', 'mail', 'sync', 'report'])
  const decided = say('decisions', 4)
  const worked = [
    run(`npm run test:${module}`, { folder: 'packages/web' }),
    run(`npm run migrate -- --to ${20 + random.whole(60)}`),
    run(`docker compose up -d ${module}-db`),
    run(`node scripts/seed-${module}.mjs --rows 500`),
    run(`npm run lint -- packages/${module}`),
  ]
  const failed = [
    run(`npm test -- ${module}`, { exit: 1, output: `Error: no test named ${module}\n    at run (runner.js:10:3)` }),
    run(`make ${module}-image`, { exit: 2, output: `make: *** No rule to make target '${module}-image'.  Stop.` }),
  ]
  const [tried = ''] = say('tried', 1)
  const open = say('open', 1)
  const [planned, current] = [`Cover ${module} with an end-to-end test`, `Split the ${module} table`] as const
  const [[next = ''], [aim = '']] = [say('next', 1), say('aims', 1)]
  const files = [1, 2, 3, 4].map((nth) => `packages/${module}/src/part-${random.whole(90)}-${nth}.ts`)
  const middle: Step[] = [
    ...decided.map((text): Step => ({ kind: 'user', text })),
    ...worked,
    ...failed,
    { kind: 'say', text: tried },
    ...files.map((path): Step => ({ kind: 'edit', path })),
  ]
  return {
    id: `${BEGINNING}${String(number).padStart(12, '0')}`,
    project: `/home/ada/${module}-${number}`,
    language,
    steps: [
      { kind: 'user', text: aim },
      { kind: 'say', text: say('asides', 1)[0] ?? '' },
      ...shuffled(middle, random).flatMap((step) => [step, ...noise(module, say, random)]),
      {
        kind: 'plan',
        items: [
          [current, 'in_progress'],
          [planned, 'pending'],
        ],
      },
      { kind: 'say', text: `${say('asides', 1)[0]} ${open[0]} ${next}` },
    ],
    facts: [
      { section: 'aim', text: aim },
      ...decided.map((text) => ({ section: 'decided' as const, text })),
      ...files.map((text) => ({ section: 'files' as const, text })),
      ...worked.map(({ command }) => ({ section: 'commands' as const, text: command })),
      ...failed.map(({ command }) => ({ section: 'failed' as const, text: command })),
      { section: 'failed', text: tried },
      { section: 'open', text: open[0] ?? '' },
      { section: 'next', text: current },
      { section: 'next', text: next },
    ],
  }
}

/** Chatter, and commands that only look. */
const noise = (module: string, say: ReturnType<typeof sayer>, random: Random): readonly Step[] => [
  ...(random.whole(2) === 0 ? say('asides', 1).map((text): Step => ({ kind: 'say', text })) : []),
  ...(random.whole(3) === 0 ? say('chatter', 1).map((text): Step => ({ kind: 'user', text })) : []),
  ...(random.whole(2) === 0 ? [run(`grep -rn ${module} packages/${module}/src`, { output: 'a.ts:1: hit' })] : []),
  ...(random.whole(3) === 0 ? [run('ls -la packages', { output: 'total 12' }), run('git status --short')] : []),
]

function run(
  command: string,
  { folder, exit = 0, output = 'done in 2.1s' }: { folder?: string; exit?: number; output?: string } = {},
): Extract<Step, { readonly kind: 'run' }> {
  return { kind: 'run', command, exit, output, ...(folder !== undefined && { folder }) }
}

/** No two sentences are alike. */
function sayer(language: keyof typeof phrases, random: Random) {
  const said = new Set<string>()
  return (kind: keyof Phrases, count: number): readonly string[] => {
    const all = phrases[language][kind]
    const found: string[] = []
    for (let turns = 0; found.length < count && turns < 400; turns++) {
      const text = random.pick(all).replace('{thing}', random.pick(things[language]))
      const isFree = !said.has(text) || turns > 300 || kind === 'chatter' || kind === 'asides'
      if (isFree) found.push(text)
      said.add(text)
    }
    return found
  }
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const all = [...items]
  for (let at = all.length - 1; at > 0; at--) {
    const other = random.whole(at + 1)
    ;[all[at], all[other]] = [all[other] as Item, all[at] as Item]
  }
  return all
}
