import {
  BookOpen,
  Bot,
  Braces,
  ChartColumn,
  Code,
  FolderTree,
  House,
  ListTodo,
  MessagesSquare,
  NotebookPen,
  NotepadText,
  ScrollText,
  Search,
  Settings,
  Users,
  type LucideIcon,
} from 'lucide-vue-next'
import type { RouteRecordRaw } from 'vue-router'
import { routes as agents } from './rooms/agents/routes.ts'
import { routes as ask } from './rooms/ask/routes.ts'
import { routes as audit } from './rooms/audit/routes.ts'
import { routes as code } from './rooms/code/routes.ts'
import { routes as conversations } from './rooms/conversations/routes.ts'
import { routes as jobs } from './rooms/jobs/routes.ts'
import { routes as libraries } from './rooms/libraries/routes.ts'
import { routes as notes } from './rooms/notes/routes.ts'
import { routes as overview } from './rooms/overview/routes.ts'
import { routes as pads } from './rooms/pads/routes.ts'
import { routes as people } from './rooms/people/routes.ts'
import { routes as reference } from './rooms/reference/routes.ts'
import { routes as settings } from './rooms/settings/routes.ts'
import { routes as sources } from './rooms/sources/routes.ts'
import { routes as statistics } from './rooms/statistics/routes.ts'

export interface Room {
  readonly name: string
  readonly path: string
  /** After `g`, this key goes there. */
  readonly key: string
  readonly icon: LucideIcon
  readonly group: 'find' | 'storehouses' | 'work' | 'house'
  /** Rooms of administrators are not shown to others. */
  readonly isAdmins?: true
  readonly routes: readonly RouteRecordRaw[]
}

/** Every room of the console, in the order of the side bar. A room brings its texts and its pages when it is entered. */
export const rooms: readonly Room[] = [
  { name: 'overview', path: '/', key: 'o', icon: House, group: 'find', routes: overview },
  { name: 'ask', path: '/ask', key: 'a', icon: Search, group: 'find', routes: ask },
  { name: 'libraries', path: '/libraries', key: 'l', icon: BookOpen, group: 'storehouses', routes: libraries },
  { name: 'code', path: '/code', key: 'c', icon: Code, group: 'storehouses', routes: code },
  { name: 'notes', path: '/notes', key: 'n', icon: NotepadText, group: 'storehouses', routes: notes },
  {
    name: 'conversations',
    path: '/conversations',
    key: 'v',
    icon: MessagesSquare,
    group: 'storehouses',
    routes: conversations,
  },
  { name: 'pads', path: '/pads', key: 'p', icon: NotebookPen, group: 'storehouses', routes: pads },
  { name: 'agents', path: '/agents', key: 'b', icon: Bot, group: 'work', routes: agents },
  { name: 'sources', path: '/sources', key: 'f', icon: FolderTree, group: 'work', routes: sources },
  { name: 'jobs', path: '/jobs', key: 'j', icon: ListTodo, group: 'work', routes: jobs },
  { name: 'statistics', path: '/statistics', key: 't', icon: ChartColumn, group: 'work', routes: statistics },
  { name: 'people', path: '/people', key: 'u', icon: Users, group: 'house', routes: people },
  { name: 'audit', path: '/audit', key: 'd', icon: ScrollText, group: 'house', isAdmins: true, routes: audit },
  { name: 'settings', path: '/settings', key: 's', icon: Settings, group: 'house', routes: settings },
  { name: 'reference', path: '/reference', key: 'r', icon: Braces, group: 'house', routes: reference },
]

export const groups = ['find', 'storehouses', 'work', 'house'] as const
