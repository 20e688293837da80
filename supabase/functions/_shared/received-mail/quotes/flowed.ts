/*
 * Text of `format=flowed` (RFC 3676): a line that ends with a space goes on in the next one, if that has as many quote marks.
 */

const SIGNATURE = '-- '

interface Line {
  depth: number
  text: string
}

function lineOf(raw: string): Line {
  const depth = /^>*/.exec(raw)?.[0].length ?? 0
  const text = raw.slice(depth)
  // One space is stuffed before lines that begin with a space, `>` or "From ".
  return { depth, text: text.startsWith(' ') ? text.slice(1) : text }
}

/** @param deletesSpace - of `delsp=yes`: the space at the end of a line is none of the text, as in Chinese or Japanese */
export function decodeFlowed(text: string, deletesSpace: boolean): string {
  const written: string[] = []
  let [pieces, depth]: [string[], number] = [[], 0]
  const end = () => {
    if (pieces.length > 0) written.push((depth > 0 ? `${'>'.repeat(depth)} ` : '') + pieces.join(''))
    pieces = []
  }
  let goesOn = false
  for (const raw of text.split(/\r?\n/)) {
    const line = lineOf(raw)
    const isSignature = line.text === SIGNATURE
    // Wrong programs let a quoted line flow into an answer, or into the signature.
    if (!goesOn || line.depth !== depth || isSignature) end()
    depth = line.depth
    goesOn = line.text.endsWith(' ') && !isSignature
    pieces.push(goesOn && deletesSpace ? line.text.slice(0, -1) : line.text)
    if (!goesOn) end()
  }
  end()
  return written.join('\n')
}
