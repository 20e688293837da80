import { describe, expect, it, vi } from 'vitest'
import { remoteSources, safeHtml } from './html.ts'
import { loadRemoteImages, publicUrl, type Fetch } from './remote-images.ts'

/** The beginning of a PNG with that width and height. */
const pngOf = (width: number, height: number) => {
  const file = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, ...new Uint8Array(20)])
  new DataView(file.buffer).setUint32(16, width)
  new DataView(file.buffer).setUint32(20, height)
  return file
}
const png = pngOf(2, 3)
const data = 'data:image/png;base64,iVBORwAAAAAAAAAAAAAAAAAAAAIAAAAD'
const source = 'https://pictures.example.com/a.png'

/** A network with these answers. */
const network = (answers: Record<string, () => Response>) =>
  vi.fn<Fetch>(async (url) => {
    const answer = answers[url]
    if (!answer) throw new TypeError('fetch failed')
    return answer()
  })
const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } })

describe('publicUrl', () => {
  it.each([
    'http://pictures.example.com/a.png',
    'https://pictures.example.com:8443/a.png',
    'https://user:secret@pictures.example.com/a.png',
    'https://127.0.0.1/a.png',
    'https://0x7f.1/a.png',
    'https://2130706433/a.png',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a.png',
    'https://[::ffff:10.0.0.1]/a.png',
    'https://localhost/a.png',
    'https://database/a.png',
    'https://metadata.google.internal/a.png',
    'https://printer.local./a.png',
    'ftp://pictures.example.com/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '//pictures.example.com/a.png',
    'a.png',
  ])('refuses %s', (address) => expect(publicUrl(address)).toBeUndefined())

  it('takes https at a public name', () => expect(publicUrl(source)?.href).toBe(source))
})

describe('loadRemoteImages', () => {
  it('returns pictures as data, also behind a redirect', async () => {
    const moved = 'https://pictures.example.com/moved'
    const fetch = network({ [source]: () => new Response(png), [moved]: redirect('/a.png') })
    expect([...(await loadRemoteImages([source, moved], fetch))]).toEqual([
      [source, data],
      [moved, data],
    ])
    expect(fetch.mock.calls.every(([, init]) => init.redirect === 'manual')).toBe(true)
  })

  it.each([
    ['a page', () => new Response('<html>', { headers: { 'content-type': 'image/png' } })],
    ['a drawing with scripts', () => new Response('<svg onload="alert(1)"/>')],
    ['more than 1 MB', () => new Response(new Uint8Array(1024 * 1024 + 1).fill(0x89))],
    ['more pixels than a browser should unpack', () => new Response(pngOf(20_000, 20_000))],
    ['an error', () => new Response(png, { status: 404 })],
    ['a redirect into the network', redirect('https://169.254.169.254/latest/meta-data')],
    ['a redirect without encryption', redirect('http://pictures.example.com/a.png')],
    ['redirects without end', redirect(source)],
  ])('leaves out %s', async (_name, answer) => {
    const fetch = network({ [source]: answer })
    expect((await loadRemoteImages([source], fetch)).size).toBe(0)
    expect(fetch.mock.calls.every(([url]) => url === source)).toBe(true)
    expect(fetch.mock.calls.length).toBeLessThanOrEqual(4)
  })

  it('requests at most 20, and waits for none longer than the limit', async () => {
    const fetch = vi.fn<Fetch>(
      (_url, { signal }) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    )
    const many = Array.from({ length: 100 }, (_, n) => `${source}?${n}`)
    expect((await loadRemoteImages(many, fetch, 50)).size).toBe(0)
    expect(fetch).toHaveBeenCalledTimes(20)
  })
})

describe('the HTML of a mail', () => {
  const html = `<p>See <img src="${source}" onerror="x()"><img src="${source}"><img src="cid:a">
    <img src="http://tracker.example/x.gif"><img src="https://127.0.0.1/x.gif"></p>`

  it('names each picture that can be loaded once', () => expect(remoteSources(html)).toEqual([source]))

  it('shows remote pictures only when they are given as data', () => {
    expect(safeHtml(html, new Map())).not.toContain('<img')
    const shown = safeHtml(html, new Map([[source, data]]))
    expect(shown.match(/<img src="data:image\/png;base64,iVBORw\w+" \/>/g)).toHaveLength(2)
    expect(shown).not.toMatch(/https?:|onerror/)
  })
})
