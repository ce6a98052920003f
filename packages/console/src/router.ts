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
  const [{ routes }] = await Promise.all([room.load(), loadTexts(room.name, usePreferences().language)])
  const page = routes.find((route) => route.path === path)?.component
  if (typeof page === 'function') await (page as () => Promise<unknown>)()
}

/** Rooms are added as they are entered, so that the first page loads its own alone. */
export function createRooms(): Router {
  const router = createRouter({
    history: createWebHistory(),
    routes: [
      { path: '/overview', redirect: '/' },
      { path: '/login', redirect: '/' },
      { path: '/:unknown(.*)*', name: 'unknown', component: async () => import('./shell/UnknownPage.vue') },
    ],
    scrollBehavior: (to, from, kept) => kept ?? (to.path === from.path ? undefined : { top: 0 }),
  })
  const entered = new Set<string>()
  let leave: (() => void) | undefined
  // An address that is resolved once more was asked about already.
  router.beforeEach(
    async (to, from) => to.path === from.path || to.redirectedFrom !== undefined || useLeaving().mayLeave(),
  )
  router.beforeEach((to, from) => {
    leave?.()
    if (to.path !== from.path) void whileUnderWay(new Promise<void>((resolve) => (leave = resolve)))
  })
  router.beforeEach(async (to) => {
    const room = roomOf(to.path)
    if (!room) return true
    await loadTexts(room.name, usePreferences().language)
    if (entered.has(room.name)) return true
    for (const route of (await room.load()).routes) router.addRoute(route)
    entered.add(room.name)
    // The address is resolved once more, now that its routes are known.
    return to.fullPath
  })
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
