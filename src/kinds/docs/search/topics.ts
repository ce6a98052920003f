/** Several topics in one call, `routing, middleware`; a comma between digits or within quotes separates nothing. */
export function topicsOf(topic: string): readonly string[] {
  const topics = topic
    .split(/[,，、;；](?=(?:[^"]*"[^"]*")*[^"]*$)(?!\d)/u)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return topics.length === 0 ? [topic.trim()] : [...new Set(topics)].slice(0, MOST_TOPICS)
}

const MOST_TOPICS = 10
