import { describe, expect, it } from 'vitest'
import { readWord } from '@wuku/text/terms/word-terms'
import { engineWith } from './engine-with.ts'

const engine = await engineWith({
  notes: {
    'postgres.md':
      '# Postgres\n\nA pool of connections to Postgres. Kubernetes restarts it; connections are refused for a while.\n',
    'backup.md':
      '# Backup\n\nRestic writes to the backup disk. To restore, ask restic for a snapshot. Kubernetes has none.\n',
    'pool.md': '# Pool\n\nPostgres connections are pooled; restic knows nothing of them, and the harbour neither.\n',
    '支付.md': '# 支付\n\n支付网关与支付渠道。\n',
  },
})
const ask = async (query: string) => {
  const { hits, trace } = await engine.search.find({ query, limit: 10, of: 'documents' })
  return {
    first: hits[0]?.document.path,
    told: trace.corrections.map(({ from, to }) => `${from} ${to}`),
    notes: trace.notes,
  }
}

describe('a word that nothing holds beside words that something does', () => {
  it.each<[query: string, told: readonly string[]]>([
    ['postgers connections', ['postgers postgres']],
    ['resticc restor snapshot', ['resticc restic']],
    ['kuberntes restarts pool', ['kuberntes kubernetes']],
    ['pool of connectoins', ['connectoins connections']],
    ['Postgers pool connections', ['Postgers postgres']],
    // Names, identifiers, numbers, quotations, short words and Chinese stay as they are.
    ['postgers2 connections', []],
    ['postGers connections', []],
    ['"postgers pool" connections', []],
    ['pols connections', []],
    ['harbuor connections', ['harbuor harbour']],
    ['zebra connections', []],
    ['postgers zebra xylophone connections', []],
    ['支忖 connections', []],
  ])('%s', async (query, told) => expect((await ask(query)).told).toEqual(told))
  it('finds what was meant', async () => expect((await ask('resticc restor snapshot')).first).toBe('backup.md'))
  it('a correction is reported with whole words', async () =>
    expect((await ask('kuberntes pool')).notes).toEqual([
      'Nothing contains "kuberntes"; searched for "kubernetes" instead.',
    ]))
})

it('rarer words are corrected too if nothing is found', async () =>
  expect((await ask('harbuor')).told).toEqual(['harbuor harbour']))

const sameThrice = (text: string, name = 'kids') =>
  Object.fromEntries(['a', 'b', 'c'].map((each) => [`${name}-${each}.md`, `${text}\nPart ${each} of all.\n`]))

describe('a word that is spelled well, beside words that are found', async () => {
  const books = await engineWith({
    notes: {
      ...sameThrice(
        '# Kids\n\nThe dentist of the kids is open on Mondays. The real price, and the attention of others.\n',
      ),
      ...sameThrice('# App\n\n`appMount` mounts what the dentist needs. A blank page; the tour restarts.\n', 'app'),
      ...sameThrice('# Map\n\nThe top layer of the map is by Plummer, who paints the shore.\n', 'map'),
    },
  })
  it.each([
    'when is the dentist appointment for the kids',
    'dentist rebalance kids',
    'dentist tournament kids',
    'dentist restaurant kids',
    'dentist attended kids',
    'dentist blanket kids',
    'the lawyer of the kids',
    'when is the plumber open on mondays',
  ])('is no misspelt other one: %s', async (query) => {
    const { trace } = await books.search.find({ query, limit: 10, of: 'documents' })
    expect(trace.corrections).toEqual([])
  })
})

/** Each with a neighbour of one or two letters in three notes, so that it would be taken for a misspelt one. */
const spelledWell =
  'abandon actress apology autumn balcony barber bishop brother butcher cabbage candle captain carpet ceiling cellar cereal chapter ' +
  'charity chimney clothes coconut comedy compass concert cottage cousin cushion decade dessert disease drawer eagle engine ' +
  'evening fabric factory fiction finger freedom funeral galaxy garage garlic genius ghost glacier grammar harvest helmet hunger ' +
  'island jacket jewelry journey kidney ladder laundry leather library lottery luggage marriage medicine mirror monkey ' +
  'necklace nephew orchard painter pepper pillow'
const neighbourOf = (word: string): string => `${word.slice(0, 3)}${word[3] === 'o' ? 'u' : 'o'}${word.slice(4)}`

const misspelt: readonly (readonly [typed: string, meant: string])[] = (
  'abscence absence|accross across|acheive achieve|adress address|agressive aggressive|arguement argument|basicly basically|' +
  'beleive believe|buisness business|catagory category|cemetary cemetery|collegue colleague|commitee committee|concious conscious|' +
  'curiousity curiosity|dissapear disappear|ecstacy ecstasy|familar familiar|foriegn foreign|freind friend|garantee guarantee|' +
  'glamourous glamorous|happend happened|hygeine hygiene|immediatly immediately|interupt interrupt|knowlege knowledge|' +
  'liason liaison|maintainance maintenance|millenium millennium|neccessary necessary|noticable noticeable|persistant persistent|' +
  'posession possession|prefered preferred|publically publicly|realy really|refered referred|rythm rhythm|succesful successful|' +
  'suprise surprise|tendancy tendency|threshhold threshold|truely truly|wierd weird'
)
  .split('|')
  .map((pair) => pair.split(' ') as [string, string])

describe('words that nothing holds, beside words that are found', async () => {
  const meant = misspelt.map(([, word]) => word).join(' ')
  const near = spelledWell.split(' ').map(neighbourOf).join(' ')
  const house = await engineWith({ notes: sameThrice(`# Notes\n\nThe lighthouse: ${near} ${meant}.\n`) })
  const correctionOf = async (word: string): Promise<string | undefined> => {
    const { trace } = await house.search.find({ query: `lighthouse ${word}`, limit: 5, of: 'documents' })
    return trace.corrections[0]?.to
  }
  it('stay as they are where everybody knows them, with neighbours in the texts', async () => {
    const corrected: string[] = []
    for (const word of spelledWell.split(' ')) if ((await correctionOf(word)) !== undefined) corrected.push(word)
    expect(corrected).toEqual([])
  })
  it('are mended where they are misspelt, or found as they are', async () => {
    const left: string[] = []
    for (const [typed, word] of misspelt) {
      const { terms: own } = readWord(typed)
      if ((await correctionOf(typed)) !== word && own[0] !== readWord(word).terms[0]) left.push(typed)
    }
    expect(left.length).toBeLessThanOrEqual(misspelt.length / 5)
  })
})

describe('words written together and apart', async () => {
  const written = await engineWith({
    notes: {
      'editor.md': '# Editor\n\nVisual Studio Code is an editor; the studio has visual aids and a code.\n',
      'budget.md': '# Money\n\nThe quarterly review of the budget. Each quarterly budget has a review.\n',
      'script.md': '# Scripts\n\nJavaScript runs in every browser. 官方 下载 of the 编辑器.\n',
      'cluster.md': '# Cluster\n\nKubernetes restarts what fails.\n',
      'run.md': '# Runs\n\nThe harbourmasterhandbook lies on the shelf.\n',
      'words.md': '# Words\n\nAll words of the i18n files.\n',
    },
  })
  it.each<[query: string, first: string]>([
    ['quarterlybudgetreview', 'budget.md'],
    ['visualstudiocode官方下载', 'editor.md'],
    ['java script', 'script.md'],
    ['harbourmaster', 'run.md'],
    ['where is the harbourmasterhand on the shelf', 'run.md'],
    ['js', 'script.md'],
    ['k8s', 'cluster.md'],
    ['internationalization of words', 'words.md'],
  ])('%s', async (query, first) => {
    const { hits } = await written.search.find({ query, limit: 10, of: 'documents' })
    expect(hits[0]?.document.path).toBe(first)
  })
  it('a passage under another name lacks nothing', async () => {
    const { hits } = await written.search.find({ query: 'JS browser', limit: 1, of: 'documents' })
    expect(hits[0]?.why).toMatchObject({ matched: ['JS', 'browser'], missing: [] })
  })
})
