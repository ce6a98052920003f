/** Milliseconds that this thread has had a processor for: what others do on the machine is not in them. */
export const cpuNow = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
