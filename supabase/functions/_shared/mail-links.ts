import { LinkifyIt } from 'linkify-it'

/** A bare address in a text: its place and its target. */
export interface BareAddress {
  start: number
  end: number
  url: string
}

/** Longest address that begins with `www.`. */
const WWW_MAX = 2_000

// Names of files (README.md) look like domains without a scheme: only www. is taken for one.
const finder = new LinkifyIt()
  .add('ftp:', null)
  .add('//', null)
  .add('www.', {
    validate(text, at, self) {
      const length = self.testSchemaAt(`//${text.slice(at, at + WWW_MAX)}`, 'http:', 0) - '//'.length
      const hasDomain = /^[^/?#:]+\.[^/?#:]/.test(text.slice(at, at + length))
      return hasDomain ? length : 0
    },
    normalize: (match) => void (match.url = `http://${match.raw}`),
  })

/** URLs (http, https, www.) and mail addresses in a plain text, without the punctuation of their sentence. Takes linear time. */
export function bareAddresses(text: string): BareAddress[] {
  return (finder.match(text) ?? []).map(({ index, raw, schema, url }) => {
    // Marks of bold and italic around an address, and quotes, with which the names of mailboxes may begin.
    const [before = ''] = schema === 'mailto:' ? (/^[^\p{L}\p{N}]+/u.exec(raw) ?? []) : []
    let length = raw.length
    while (/[*_]/.test(raw.charAt(length - 1))) length -= 1
    const bare = raw.slice(before.length, length)
    return {
      start: index + before.length,
      end: index + length,
      url: url.slice(0, url.length - raw.length) + bare,
    }
  })
}
