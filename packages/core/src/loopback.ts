/** Whether an address begins with a host of this machine, with or without a port: nothing that is sent there crosses a network. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:\/|$)/i.test(host)
