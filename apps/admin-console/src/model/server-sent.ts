export interface ServerSent {
  event: string
  data: string
}

const FIELD = /^(event|data):[ ]?(.*)$/

function eventOf(block: string): ServerSent | null {
  const found: ServerSent = { event: 'message', data: '' }
  const lines: string[] = []
  for (const line of block.split('\n')) {
    const [, name, value = ''] = FIELD.exec(line) ?? []
    if (name === 'event') found.event = value
    else if (name === 'data') lines.push(value)
  }
  return lines.length > 0 ? { ...found, data: lines.join('\n') } : null
}

/**
 * Parses a `text/event-stream` that arrives in arbitrary pieces.
 * @returns a function that takes a piece and returns the events it completes
 */
export function serverSentReader(): (piece: string) => ServerSent[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.map(eventOf).filter((event) => event !== null)
  }
}
