import {
  createRouter,
  createWebHistory,
  isNavigationFailure,
  NavigationFailureType,
  type RouteLocationNormalized,
  type Router,
} from 'vue-router'
import { whileUnderWay } from './api/under-way.ts'
import { rooms, type Room } from './rooms.ts'
import { loadTexts } from './text/i18n.ts'
import { usePreferences } from './text/preferences.ts'
import { useLeaving } from './ui/unsaved.ts'

/** The room of an address: the overview has `/` alone. */
export const roomOf = (path: string): Room | undefined =>
  rooms.find(({ path: root }) => path === root || (root !== '/' && path.startsWith(`${root}/`)))

/** Fetches what the first page of a room needs; whoever enters it finds it there. */
export async function fetchRoom(path: string): Promise<void> {
  const room = roomOf(path)
  if (!room) return
  const page = room.routes.find((route) => route.path === path)?.component
  const isFetched = typeof page === 'function' && (page as () => Promise<unknown>)()
  await Promise.all([loadTexts(room.name, usePreferences().language), isFetched])
}

export function createRooms(): Router {
  const router = createRouter({
    history: createWebHistory(),
    routes: [
      ...rooms.flatMap(({ routes }) => routes),
      { path: '/overview', redirect: '/' },
      { path: '/login', redirect: '/' },
      { path: '/:unknown(.*)*', name: 'unknown', component: async () => import('./shell/UnknownPage.vue') },
    ],
    scrollBehavior: (to, from, kept) => kept ?? (to.path === from.path ? undefined : { top: 0 }),
  })
  let leave: (() => void) | undefined
  router.beforeEach(async (to, from) => to.path === from.path || useLeaving().mayLeave())
  router.beforeEach((to, from) => {
    leave?.()
    if (to.path !== from.path) void whileUnderWay(new Promise<void>((resolve) => (leave = resolve)))
  })
  router.beforeEach(({ path }, from) => (path === from.path && from.matched.length > 0 ? true : fetchRoom(path)))
  // A navigation that another one took over from ends after that has begun.
  router.afterEach(
    (_, __, failure) => void (isNavigationFailure(failure, NavigationFailureType.cancelled) || leave?.()),
  )
  router.onError(() => leave?.())
  router.afterEach((to, from) => void (to.path !== from.path && announce(to)))
  return router
}

/** A new page moves the focus to its content, so that keys and screen readers go on there. */
function announce(to: RouteLocationNormalized): void {
  if (to.hash) return
  requestAnimationFrame(() => {
    const { activeElement } = document
    const isInPage = activeElement?.closest('main') !== null && activeElement !== document.body
    if (!isInPage) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  })
}
