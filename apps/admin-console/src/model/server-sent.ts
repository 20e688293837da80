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
 * Takes the text of a `text/event-stream` piece by piece, cut wherever the network cut it.
 * @returns what takes a piece and returns the events that it completes
 */
export function serverSentReader(): (piece: string) => ServerSent[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.map(eventOf).filter((event) => event !== null)
  }
}
