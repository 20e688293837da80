/** Commands, an escaped `<`, and runs of line breaks. */
const mark = /<<|<(\/?)([a-z\d-]{1,60})>|\n+/gi

/** The words of text/enriched (RFC 1896) and of text/richtext (RFC 1341, 7.1.3), its predecessor, without their formats. */
export function enrichedToText(source: string): string {
  const plain = source.replaceAll('\r\n', '\n')
  const depth = { param: 0, nofill: 0 }
  let text = ''
  let end = 0
  const add = (piece: string) => {
    if (depth.param === 0) text += piece
  }
  for (const found of plain.matchAll(mark)) {
    const [all, slash, name = ''] = found
    const command = name.toLowerCase()
    add(plain.slice(end, found.index))
    end = found.index + all.length
    if (all === '<<' || command === 'lt') add('<')
    else if (command === 'nl' || command === 'paragraph') add('\n')
    else if (command === 'param' || command === 'nofill')
      depth[command] = Math.max(0, depth[command] + (slash ? -1 : 1))
    // One line break is a blank, each further one is kept.
    else if (all.startsWith('\n')) add(depth.nofill > 0 ? all : all.length === 1 ? ' ' : all.slice(1))
  }
  return text + plain.slice(end)
}
