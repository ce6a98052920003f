import { seeded, type FakeServer } from './faults.ts'
import { addWikiPage, type FakeConfluence, type FakeWikiPage } from './confluence-server.ts'
import { addDocument, SPACE, type FakeDocument, type FakeFeishu } from './feishu-server.ts'
import { addComment, addIssue, type FakeGitHub, type FakeIssue } from './github-server.ts'
import { addItem, addNote, type FakeGitLab, type FakeItem } from './gitlab-server.ts'
import { addPage, type FakeNotion, type FakePage } from './notion-server.ts'
import { addDoc, type FakeDoc, type FakeYuque } from './yuque-server.ts'

/** One service that changes at random, and what each person must see of it afterwards. */
export interface RandomService {
  readonly address: string
  /** Its service, where the address does not say it. */
  readonly given?: { readonly host: string }
  readonly url: string
  /** E-mail addresses of five people. */
  readonly people: readonly string[]
  /** Readers of single items are looked at in turn: so many looks until each had its turn. */
  readonly looks?: number
  change(): void
  /** By path, the texts that must be in what this person sees, and nothing else that the service ever said. */
  truth(email: string): ReadonlyMap<string, readonly string[]>
  /** Begins and ends that requests go wrong. */
  setFaults(share: number): void
}

const NAMES = ['mia', 'lee', 'wang', 'ann', 'bob'] as const
const emailOf = (name: string): string => `${name}@acme.example`

/** Every text that is written bears a number of its own, so that an old one is recognised. */
export const markOf = (number: number): string => `mark${number}x`
export const MARKS = /mark\d+x/g

function beginRandom(server: FakeServer, seed: number) {
  const random = seeded(seed)
  let marks = 0
  return {
    random,
    mark: (): string => markOf(++marks),
    pick: <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T,
    common: {
      url: server.url,
      people: NAMES.map(emailOf),
      setFaults: (share: number): void => void Object.assign(server.faults, { share, duplicates: share }),
    },
  }
}

export function changeGitHub(server: FakeGitHub, count: number, seed: number): RandomService {
  const { random, mark, pick, common } = beginRandom(server, seed)
  const { repository, people, tick } = server
  for (const name of NAMES) people.set(name, emailOf(name))
  for (const name of NAMES.slice(0, 3)) repository.readers.add(name)
  let last = 0
  const make = (): void => {
    const issue = addIssue(server, { number: ++last, isPull: random() < 0.25 })
    Object.assign(issue, { body: mark(), title: mark(), reviewComments: [], reviews: [] })
    if (random() < 0.5) addComment(server, issue, mark())
  }
  for (let made = 0; made < count; made++) make()
  const touch = (issue: FakeIssue): void => void (issue.updatedAt = tick())
  const all = (): FakeIssue[] => [...repository.issues.values()]
  const changes: readonly ((issue: FakeIssue) => void)[] = [
    (issue) => (touch(issue), (issue.title = mark())),
    (issue) => (touch(issue), (issue.body = `${mark()} 改`)),
    (issue) => (touch(issue), (issue.state = issue.state === 'open' ? 'closed' : 'open')),
    (issue) => addComment(server, issue, mark()),
    // An edit of a comment, and one that is taken away, leave the time of the issue alone.
    ({ comments: [comment] }) => comment && Object.assign(comment, { body: mark(), updatedAt: tick() }),
    ({ comments }) => comments.pop(),
    (issue) =>
      issue.isPull && issue.reviewComments.push({ ...addedComment(), path: 'a.ts', line: 1, commit: 'abcdef0' }),
    ({ reviewComments }) => reviewComments.pop(),
    (issue) => (issue.isDeleted = true),
    (issue) => (issue.isDeleted = false),
    () => make(),
    () => void (random() < 0.5 ? repository.readers.add(pick(NAMES)) : repository.readers.delete(pick(NAMES))),
    () => void (random() < 0.1 && (repository.visibility = pick(['private', 'public', 'internal']))),
  ]
  const addedComment = () => ({
    id: 1_000_000 + Number(/\d+/.exec(mark())?.[0]),
    body: mark(),
    user: 'lee',
    createdAt: tick(),
    updatedAt: tick(),
  })
  return {
    address: 'https://github.com/acme/shop/issues',
    ...common,
    change: () => void pick(changes)(pick(all())),
    truth(email) {
      const sees = repository.visibility === 'public' || [...repository.readers].some((name) => emailOf(name) === email)
      return new Map(
        (sees ? all() : [])
          .filter(({ isDeleted }) => !isDeleted)
          .map((issue) => [
            `${issue.isPull ? 'pulls' : 'issues'}/${issue.number}`,
            [
              issue.title,
              issue.body,
              ...issue.comments.map(({ body }) => body),
              ...issue.reviewComments.map(({ body }) => body),
            ],
          ]),
      )
    },
  }
}

export function changeGitLab(server: FakeGitLab, count: number, seed: number): RandomService {
  const { random, mark, pick, common } = beginRandom(server, seed)
  const { project, people, tick } = server
  NAMES.forEach((name, at) => {
    people.set(name, emailOf(name))
    if (at < 4) project.members.set(name, [10, 20, 30, 10][at] ?? 10)
  })
  let last = 0
  const make = (): void => {
    const what = random() < 0.25 ? 'merge_requests' : 'issues'
    const item = addItem(server, { what, iid: ++last, confidential: what === 'issues' && random() < 0.1 })
    Object.assign(item, { title: mark(), description: mark() })
    if (random() < 0.3) addNote(server, item, mark(), random() < 0.3)
  }
  for (let made = 0; made < count; made++) make()
  const touch = (item: FakeItem): void => void (item.updatedAt = tick())
  const all = (): FakeItem[] => [...project.items.values()]
  const changes: readonly ((item: FakeItem) => void)[] = [
    (item) => (touch(item), (item.title = mark())),
    (item) => (touch(item), (item.description = mark())),
    (item) => addNote(server, item, mark(), random() < 0.4),
    (item) => item.notes[0] && (touch(item), (item.notes[0].body = mark())),
    (item) => item.notes.pop(),
    (item) => (touch(item), (item.confidential = item.what === 'issues' && !item.confidential)),
    (item) => (item.isDeleted = true),
    (item) => (item.isDeleted = false),
    () => make(),
    () => void project.members.set(pick(NAMES), pick([5, 10, 20, 40])),
    () => void project.members.delete(pick(NAMES)),
    () => void (random() < 0.1 && (project.visibility = pick(['private', 'public', 'internal']))),
  ]
  const levelOf = (email: string): number =>
    Math.max(0, ...[...project.members].map(([name, level]) => (emailOf(name) === email ? level : 0)))
  return {
    address: 'https://gitlab.example/acme/web/shop/-/issues',
    ...common,
    change: () => void pick(changes)(pick(all())),
    truth(email) {
      const level = levelOf(email)
      const isPublic = project.visibility === 'public'
      const seen = new Map<string, readonly string[]>()
      for (const item of all()) {
        const least =
          item.confidential || (item.what === 'merge_requests' && project.visibility === 'private') ? 20 : 10
        if (item.isDeleted || !(level >= least || (isPublic && !item.confidential))) continue
        const path = `${item.what}/${item.iid}`
        const apart = item.confidential ? [] : item.notes.filter(({ internal }) => internal)
        const own = item.notes.filter((note) => !apart.includes(note)).map(({ body }) => body)
        seen.set(path, [item.title, item.description, ...own])
        if (apart.length > 0 && level >= 20)
          seen.set(`${path}/internal`, [item.title, ...apart.map(({ body }) => body)])
      }
      return seen
    },
  }
}

export function changeYuque(server: FakeYuque, count: number, seed: number): RandomService {
  const { random, mark, pick, common } = beginRandom(server, seed)
  const { book, people, tick } = server
  for (const name of NAMES) people.set(name, emailOf(name))
  for (const name of NAMES.slice(0, 3)) book.members.add(name)
  let last = 0
  const make = (): void =>
    void addDoc(server, ++last, { title: mark(), body: mark(), ...(random() < 0.3 && { folder: 'f-guides' }) })
  for (let made = 0; made < count; made++) make()
  const edited = (doc: FakeDoc, change: Partial<FakeDoc>): void =>
    void Object.assign(doc, change, { updatedAt: tick() })
  const changes: readonly ((doc: FakeDoc) => void)[] = [
    (doc) => edited(doc, { body: `${mark()} 改` }),
    (doc) => edited(doc, { isPublished: !doc.isPublished }),
    // Another title, another place and other readers leave the time of the text alone.
    (doc) => (doc.title = mark()),
    (doc) => (doc.folder = doc.folder === undefined ? 'f-guides' : undefined),
    (doc) => (doc.isOpen = !doc.isOpen),
    (doc) => (doc.isDeleted = true),
    (doc) => (doc.isDeleted = false),
    () => make(),
    () => void (random() < 0.5 ? book.members.add(pick(NAMES)) : book.members.delete(pick(NAMES))),
    () => void (random() < 0.1 && (book.open = pick([0, 1]))),
  ]
  const pathOf = ({ folder, title }: FakeDoc): string => (folder === undefined ? title : `All/Guides 指南/${title}`)
  return {
    address: 'https://www.yuque.com/acme/handbook',
    ...common,
    change: () => void pick(changes)(pick([...book.docs.values()])),
    truth(email) {
      const isMember = [...book.members].some((name) => emailOf(name) === email)
      const seen = [...book.docs.values()].filter(
        ({ isDeleted, isPublished, isOpen }) => !isDeleted && isPublished && (isMember || (book.open === 1 && isOpen)),
      )
      return new Map(seen.map((doc) => [pathOf(doc), [doc.title, doc.body]]))
    },
  }
}

export function changeNotion(server: FakeNotion, count: number, seed: number): RandomService {
  const { random, mark, pick, common } = beginRandom(server, seed)
  const { pages, members, tick } = server
  for (const name of NAMES.slice(0, 3)) members.set(name, emailOf(name))
  let last = 0
  const all = (): FakePage[] => [...pages.values()]
  const make = (): void => void addPage(server, ++last, { title: mark(), body: mark(), comments: [mark()] })
  for (let made = 0; made < count; made++) make()
  const edited = (page: FakePage, change: Partial<FakePage>): void =>
    void Object.assign(page, change, { updatedAt: tick() })
  const changes: readonly ((page: FakePage) => void)[] = [
    (page) => edited(page, { body: `${mark()} 改` }),
    (page) => edited(page, { title: mark() }),
    (page) => edited(page, { comments: [...page.comments, mark()] }),
    (page) => edited(page, { comments: [] }),
    (page) => (page.inTrash = true),
    (page) => (page.inTrash = false),
    () => make(),
    () => {
      const name = pick(NAMES)
      return random() < 0.5 ? members.set(name, emailOf(name)) : members.delete(name)
    },
  ]
  return {
    address: 'notion:',
    ...common,
    change: () => void pick(changes)(pick(all())),
    truth(email) {
      const isMember = [...members.values()].includes(email)
      const seen = isMember ? all().filter(({ inTrash }) => !inTrash) : []
      return new Map(seen.map(({ title, body, comments }) => [title, [title, body, ...comments]]))
    },
  }
}

export function changeFeishu(server: FakeFeishu, count: number, seed: number): RandomService {
  const { random, mark, pick, common } = beginRandom(server, seed)
  const { documents, members, people, tick } = server
  for (const name of NAMES) people.set(name, emailOf(name))
  for (const name of NAMES.slice(0, 3)) members.add(name)
  let last = 0
  const isTop = ({ token }: FakeDocument): boolean => Number(token.slice(1)) <= 9
  const make = (): void => {
    const parent = ++last <= 9 ? undefined : `d${1 + Math.floor(random() * 9)}`
    addDocument(server, last, { title: mark(), body: mark(), comments: [mark()], parent })
  }
  for (let made = 0; made < count; made++) make()
  const edited = (document: FakeDocument, change: Partial<FakeDocument>): void =>
    void Object.assign(document, change, { updatedAt: tick() })
  const changes: readonly ((document: FakeDocument) => void)[] = [
    (document) => edited(document, { body: `${mark()} 改` }),
    (document) => edited(document, { comments: [...document.comments, mark()] }),
    // Another title, another place and other readers leave the time of the text alone.
    (document) => isTop(document) || (document.title = mark()),
    (document) => isTop(document) || (document.parent = `d${1 + Math.floor(random() * 9)}`),
    (document) => (document.members = random() < 0.5 ? undefined : new Set([pick(NAMES), pick(NAMES)])),
    (document) => (document.shared = pick(['closed', 'closed', 'tenant_readable', 'anyone_readable'])),
    (document) => (document.isDeleted = !isTop(document)),
    (document) => (document.isDeleted = false),
    () => make(),
    () => void (random() < 0.5 ? members.add(pick(NAMES)) : members.delete(pick(NAMES))),
  ]
  const pathOf = ({ parent, title }: FakeDocument): string =>
    parent === undefined ? title : `${documents.get(parent)?.title}/${title}`
  return {
    address: `https://acme.feishu.cn/wiki/space/${SPACE}`,
    ...common,
    looks: 60 + Math.ceil(count / 200),
    change: () => void pick(changes)(pick([...documents.values()])),
    truth(email) {
      const seen = [...documents.values()].filter(
        ({ isDeleted, shared, members: own = members }) =>
          !isDeleted && (shared !== 'closed' || [...own].some((name) => emailOf(name) === email)),
      )
      return new Map(seen.map((each) => [pathOf(each), [each.title, String(each.body), ...each.comments]]))
    },
  }
}

export function changeConfluence(server: FakeConfluence, count: number, seed: number): RandomService {
  const { random, mark, pick, common } = beginRandom(server, seed)
  const { pages, readers, people, groups, tick } = server
  for (const name of NAMES) people.set(name, emailOf(name))
  for (const name of NAMES.slice(0, 3)) readers.add(name)
  groups.set('ops', new Set(['mia', 'ann']))
  let last = 0
  const isTop = ({ id }: FakeWikiPage): boolean => id <= 9
  const make = (): void => {
    const parent = ++last <= 9 ? undefined : 1 + Math.floor(random() * 9)
    addWikiPage(server, last, { title: mark(), body: `<p>${mark()}</p>`, comments: [], parent })
    if (random() < 0.3) pages.get(last)?.comments.push([mark(), tick()])
  }
  for (let made = 0; made < count; made++) make()
  const edited = (page: FakeWikiPage, change: Partial<FakeWikiPage>): void =>
    void Object.assign(page, change, { number: page.number + 1, updatedAt: tick() })
  const attach = ({ files, filesAt }: FakeWikiPage, name: string): void => {
    files.set(name, mark())
    filesAt.set(name, tick())
  }
  const changes: readonly ((page: FakeWikiPage) => void)[] = [
    (page) => edited(page, { body: `<p>${mark()} 改</p>` }),
    (page) => edited(page, { title: mark() }),
    (page) => page.comments.push([mark(), tick()]),
    (page) => edited(page, { files: new Map([...page.files, [`${mark()}.md`, mark()]]) }),
    // Files, another place and other readers leave the version alone.
    (page) => attach(page, `${mark()}.md`),
    (page) => void (page.files.size > 0 && attach(page, pick([...page.files.keys()]))),
    ({ files }) => files.delete([...files.keys()][0] ?? ''),
    (page) => isTop(page) || (page.parent = 1 + Math.floor(random() * 9)),
    (page) => (page.restricted = random() < 0.5 ? [] : [pick(NAMES), pick(['ops', pick(NAMES)])]),
    (page) => isTop(page) || (page.isTrashed = true),
    (page) => (page.isTrashed = false),
    () => make(),
    () => void (random() < 0.5 ? readers.add(pick(NAMES)) : readers.delete(pick(NAMES))),
    () => void (random() < 0.5 ? groups.get('ops')?.add(pick(NAMES)) : groups.get('ops')?.delete(pick(NAMES))),
  ]
  const above = ({ parent }: FakeWikiPage): FakeWikiPage[] =>
    [pages.get(parent ?? 0)].filter((page) => page !== undefined)
  const isOpen = ({ restricted }: FakeWikiPage, who: string): boolean =>
    restricted.length === 0 || restricted.some((name) => name === who || groups.get(name)?.has(who))
  const textIn = (html: string): string => html.replaceAll(/<[^>]*>/g, '')
  return {
    address: server.address,
    given: { host: server.host },
    ...common,
    looks: 60 + Math.ceil(count / 200),
    change: () => void pick(changes)(pick([...pages.values()])),
    truth(email) {
      const who = email.replace(/@.*/, '')
      const seen = [...pages.values()].filter(
        (page) => !page.isTrashed && readers.has(who) && [page, ...above(page)].every((each) => isOpen(each, who)),
      )
      const pathOf = (page: FakeWikiPage): string => [...above(page), page].map(({ title }) => title).join('/')
      return new Map<string, readonly string[]>(
        seen.flatMap((page) => [
          [pathOf(page), [page.title, textIn(page.body), ...page.comments.map(([said]) => said)]] as const,
          ...[...page.files].map(([name, text]) => [`${pathOf(page)}/${name}`, [String(text)]] as const),
        ]),
      )
    },
  }
}

export interface Difference {
  readonly missing: readonly string[]
  readonly leaked: readonly string[]
  readonly stale: readonly string[]
}

/** What somebody sees, held against what the service shows to them. */
export function compareWith(truth: ReadonlyMap<string, readonly string[]>, seen: ReadonlyMap<string, string>) {
  const isStale = ([path, parts]: [string, readonly string[]]): boolean => {
    const text = seen.get(path)
    if (text === undefined) return false
    const now = new Set(parts.join(' ').match(MARKS) ?? [])
    return !parts.every((part) => text.includes(part)) || (text.match(MARKS) ?? []).some((each) => !now.has(each))
  }
  return {
    missing: [...truth.keys()].filter((path) => !seen.has(path)),
    leaked: [...seen.keys()].filter((path) => !truth.has(path)),
    stale: [...truth].filter(isStale).map(([path]) => path),
  }
}
