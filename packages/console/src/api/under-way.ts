import { ref } from 'vue'

/** Pages on their way, and requests that change or ask something at a click: the bar at the top of the window shows them. */
export const underWay = ref(0)

export async function whileUnderWay<T>(work: Promise<T>): Promise<T> {
  underWay.value++
  try {
    return await work
  } finally {
    underWay.value--
  }
}

const MOST_TRIES = 4
const LONGEST_WAIT_SECONDS = 60

/** Sends a request, and again when a server that has too many asks for a moment; a longer wait is left to the reader. */
export async function patiently(send: () => Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    const seconds = Number(answer.headers.get('Retry-After') ?? Infinity)
    if (answer.status !== 429 || tries === MOST_TRIES || !(seconds <= LONGEST_WAIT_SECONDS)) return answer
    await pause(seconds * 1_000, signal)
  }
}

export const pause = async (milliseconds: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true })
  })
