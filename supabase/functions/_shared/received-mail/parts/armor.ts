import * as texts from '../texts.ts'

const SIGNED = '-----BEGIN PGP SIGNED MESSAGE-----'
const SIGNATURE = /^-----(BEGIN|END) PGP SIGNATURE-----$/
const ENCRYPTED = /^-----(BEGIN|END) PGP MESSAGE-----$/

/** The text without what OpenPGP writes around signed text, and in plain words where it is encrypted. */
export function withoutArmor(text: string): string {
  if (!text.includes('-----BEGIN PGP ')) return text
  const kept: string[] = []
  let inside: 'signed' | 'header' | 'signature' | 'encrypted' | '' = ''
  for (const line of text.split('\n')) {
    const plain = line.trimEnd()
    const [, mark] = SIGNATURE.exec(plain) ?? []
    const [, secret] = ENCRYPTED.exec(plain) ?? []
    if (secret === 'BEGIN') {
      kept.push(texts.encrypted)
      inside = 'encrypted'
    } else if (secret === 'END' && inside === 'encrypted') inside = ''
    else if (inside === 'encrypted') continue
    else if (plain === SIGNED) inside = 'header'
    else if (mark === 'BEGIN') inside = 'signature'
    else if (mark === 'END') inside = ''
    else if (inside === 'header') inside = plain ? 'header' : 'signed'
    else if (inside === 'signed') kept.push(line.replace(/^- /, ''))
    else if (inside !== 'signature') kept.push(line)
  }
  return kept.join('\n').trim()
}
