/**
 * What instances of a server say to one another, in a moment and without a promise: whoever is not connected just then
 * hears nothing, and two texts may overtake one another; so everything said here is also found out by looking.
 */
export interface Channel {
  /** Never waits and never fails. At most 7,000 bytes. */
  publish(topic: string, text: string): void
  /** Also hears what this process publishes. Returns how to stop listening. */
  subscribe(topic: string, heard: (text: string) => void): () => void
  close(): Promise<void>
}
