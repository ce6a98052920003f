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

export interface Room {
  readonly name: string
  readonly path: string
  /** After `g`, this key goes there. */
  readonly key: string
  readonly icon: LucideIcon
  readonly group: 'find' | 'storehouses' | 'work' | 'house'
  /** Rooms of administrators are not shown to others. */
  readonly isAdmins?: true
  readonly load: () => Promise<{ readonly routes: readonly RouteRecordRaw[] }>
}

/** Every room of the console, in the order of the side bar. A room brings its routes, its texts and its pages when it is entered. */
export const rooms: readonly Room[] = [
  {
    name: 'overview',
    path: '/',
    key: 'o',
    icon: House,
    group: 'find',
    load: async () => import('./rooms/overview/routes.ts'),
  },
  {
    name: 'ask',
    path: '/ask',
    key: 'a',
    icon: Search,
    group: 'find',
    load: async () => import('./rooms/ask/routes.ts'),
  },
  {
    name: 'libraries',
    path: '/libraries',
    key: 'l',
    icon: BookOpen,
    group: 'storehouses',
    load: async () => import('./rooms/libraries/routes.ts'),
  },
  {
    name: 'code',
    path: '/code',
    key: 'c',
    icon: Code,
    group: 'storehouses',
    load: async () => import('./rooms/code/routes.ts'),
  },
  {
    name: 'notes',
    path: '/notes',
    key: 'n',
    icon: NotepadText,
    group: 'storehouses',
    load: async () => import('./rooms/notes/routes.ts'),
  },
  {
    name: 'conversations',
    path: '/conversations',
    key: 'v',
    icon: MessagesSquare,
    group: 'storehouses',
    load: async () => import('./rooms/conversations/routes.ts'),
  },
  {
    name: 'pads',
    path: '/pads',
    key: 'p',
    icon: NotebookPen,
    group: 'storehouses',
    load: async () => import('./rooms/pads/routes.ts'),
  },
  {
    name: 'agents',
    path: '/agents',
    key: 'b',
    icon: Bot,
    group: 'work',
    load: async () => import('./rooms/agents/routes.ts'),
  },
  {
    name: 'sources',
    path: '/sources',
    key: 'f',
    icon: FolderTree,
    group: 'work',
    load: async () => import('./rooms/sources/routes.ts'),
  },
  {
    name: 'jobs',
    path: '/jobs',
    key: 'j',
    icon: ListTodo,
    group: 'work',
    load: async () => import('./rooms/jobs/routes.ts'),
  },
  {
    name: 'statistics',
    path: '/statistics',
    key: 't',
    icon: ChartColumn,
    group: 'work',
    load: async () => import('./rooms/statistics/routes.ts'),
  },
  {
    name: 'people',
    path: '/people',
    key: 'u',
    icon: Users,
    group: 'house',
    load: async () => import('./rooms/people/routes.ts'),
  },
  {
    name: 'audit',
    path: '/audit',
    key: 'd',
    icon: ScrollText,
    group: 'house',
    isAdmins: true,
    load: async () => import('./rooms/audit/routes.ts'),
  },
  {
    name: 'settings',
    path: '/settings',
    key: 's',
    icon: Settings,
    group: 'house',
    load: async () => import('./rooms/settings/routes.ts'),
  },
  {
    name: 'reference',
    path: '/reference',
    key: 'r',
    icon: Braces,
    group: 'house',
    load: async () => import('./rooms/reference/routes.ts'),
  },
]

export const groups = ['find', 'storehouses', 'work', 'house'] as const
