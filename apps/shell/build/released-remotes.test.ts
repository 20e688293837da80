import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { releasedRemotes, serveReleased } from './released-remotes'

const release = (version: string, base = `/remotes/desk/${version}/`) => ({ name: 'desk', version, base })
const portal = {
  supabase: { url: 'https://live.example', publishableKey: 'key' },
  serial: 7,
  remotes: {
    desk: {
      ...release('3'),
      disabled: false,
      previous: [release('2'), release('1', 'https://cdn.example/desk/1/')],
      canary: { percent: 10, release: release('4') },
    },
    other: { ...release('1', 'https://cdn.example/other/'), name: 'other' },
  },
}

const folder = mkdtempSync(join(tmpdir(), 'helpdesk-released-'))
let server: Server
let origin = ''

beforeAll(async () => {
  mkdirSync(join(folder, 'remotes/desk/3'), { recursive: true })
  writeFileSync(join(folder, 'portal.json'), JSON.stringify(portal))
  writeFileSync(join(folder, 'remotes/desk/3/remoteEntry.js'), 'export {}')
  writeFileSync(join(folder, '..', `${folder.split('/').at(-1)}-secret.js`), 'secret')
  const serve = serveReleased(folder)
  server = createServer((request, response) =>
    serve(request, response, (error) => {
      response.statusCode = 500
      response.end(String(error))
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
  rmSync(`${folder}-secret.js`)
})

const answer = (response: Response) => vi.stubGlobal('fetch', () => Promise.resolve(response))

it('makes the bases of an address absolute, also of earlier releases and the canary', async () => {
  answer(Response.json(portal))
  const origin = 'https://help.example'
  const { desk, other } = await releasedRemotes(`${origin}/portal.json`)
  expect(desk).toEqual({
    ...release('3', `${origin}/remotes/desk/3/`),
    disabled: false,
    previous: [release('2', `${origin}/remotes/desk/2/`), release('1', 'https://cdn.example/desk/1/')],
    canary: { percent: 10, release: release('4', `${origin}/remotes/desk/4/`) },
  })
  expect(other).toEqual(portal.remotes.other)
})

it('leads to the files of a folder through the development server', async () => {
  const { desk, other } = await releasedRemotes(folder)
  expect(desk?.base).toBe('/released/remotes/desk/3/')
  expect(desk?.canary?.release.base).toBe('/released/remotes/desk/4/')
  expect(desk?.previous?.map(({ base }) => base)).toEqual([
    '/released/remotes/desk/2/',
    'https://cdn.example/desk/1/',
  ])
  expect(other?.base).toBe('https://cdn.example/other/')
})

it('serves scripts of the folder, and nothing outside of it', async () => {
  const script = await fetch(`${origin}/remotes/desk/3/remoteEntry.js?t=1`)
  expect(script.headers.get('content-type')).toBe('text/javascript')
  expect(await script.text()).toBe('export {}')
  const secret = `${folder.split('/').at(-1)}-secret.js`
  for (const path of [`/../${secret}`, `/%2e%2e/${secret}`, `/..%2f${secret}`, '/remotes/gone.js'])
    expect((await fetch(origin + path)).status, path).toBe(404)
})

it('names the fault of a source that is no release target', async () => {
  answer(new Response('Not found', { status: 404 }))
  await expect(releasedRemotes('https://help.example/gone.json')).rejects.toThrow('answered 404')
  answer(Response.json({ name: 'something else' }))
  await expect(releasedRemotes('https://help.example/other.json')).rejects.toThrow('remotes')
  await expect(releasedRemotes(join(folder, 'gone'))).rejects.toThrow('ENOENT')
})
