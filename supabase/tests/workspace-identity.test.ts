import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createUsers, type TestUsers, db, expectForbidden, expectRows } from './support/backend'

let people: TestUsers
beforeAll(async () => {
  people = await createUsers()
})
afterEach(async () => {
  await db`update public.workspace_settings set accent_color = default, logo = default`
})
const set = (who: 'admin' | 'agent' | 'owner', change: Record<string, unknown>) =>
  people[who].client.from('workspace_settings').update(change).eq('id', true).select()

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff, 0xe0]
const WEBP = [...Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBP')]
const MAX_BYTES = 32_000

/** A data URL of that many bytes, of which the first are given. */
const image = (type: string, start: number[], bytes = 64) =>
  `data:image/${type};base64,${Buffer.concat([Buffer.from(start), Buffer.alloc(bytes - start.length)]).toString('base64')}`

describe('logo', () => {
  it.each([
    ['png', image('png', PNG)],
    ['jpeg', image('jpeg', JPEG)],
    ['webp', image('webp', WEBP)],
    ['the largest', image('png', PNG, MAX_BYTES)],
  ])('accepts %s', async (_, logo) => expectRows(await set('admin', { logo }), 1))

  it.each([
    ['one byte too many', image('png', PNG, MAX_BYTES + 1)],
    ['SVG', `data:image/svg+xml;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}`],
    ['HTML named PNG', image('png', [...Buffer.from('<html><script>')])],
    ['a JPEG named PNG', image('png', JPEG)],
    ['a PNG named WebP', image('webp', PNG)],
    ['RIFF audio named WebP', image('webp', [...Buffer.from('RIFF\u0010\u0000\u0000\u0000WAVE')])],
    ['an address', 'https://evil.example/logo.png'],
    ['broken base64', 'data:image/png;base64,iVBORw0K='],
    ['text behind the data', `${image('png', PNG)}"onerror=alert(1)`],
    ['nothing', ''],
  ])('rejects %s', async (_, logo) => {
    expect((await set('admin', { logo })).error).toMatchObject({ code: '23514' })
  })
})

describe('accent color', () => {
  it('accepts #rrggbb only', async () => {
    expectRows(await set('admin', { accent_color: '#0b5f6b' }), 1)
    for (const accent_color of ['#fff', '0b5f6b', '#0B5F6B', 'red', '#0b5f6b;}', 'url(//evil.example)', ''])
      expect((await set('admin', { accent_color })).error).toMatchObject({ code: '23514' })
  })
})

describe('workspace identity', () => {
  it('is changed by admins only', async () => {
    for (const who of ['agent', 'owner'] as const)
      expectRows(await set(who, { accent_color: '#0b5f6b', logo: image('png', PNG) }), 0)
    expectForbidden(await people.visitor.from('workspace_settings').update({ logo: null }).eq('id', true))
    const [row] = await db`select accent_color, logo from public.workspace_settings`
    expect(row).toEqual({ accent_color: null, logo: null })
  })

  it('is audited, with a hash in place of the logo', async () => {
    expectRows(await set('admin', { accent_color: '#0b5f6b', logo: image('png', PNG, MAX_BYTES) }), 1)
    const [row] = await db`select actor_id, from_value, to_value from public.audit_log
      where action = 'settings_changed' order by created_at desc limit 1`
    expect(row).toMatchObject({
      actor_id: people.admin.id,
      from_value: { accent_color: null, logo: null },
      to_value: { accent_color: '#0b5f6b', logo: expect.stringMatching(/^png [0-9a-f]{8}$/) },
    })
  })

  it('is shown to visitors, and nothing else of the settings', async () => {
    const logo = image('webp', WEBP)
    await set('admin', { accent_color: '#0b5f6b', logo })
    for (const client of [people.visitor, people.owner.client])
      expect(await client.rpc('workspace_identity')).toMatchObject({
        error: null,
        data: { workspace_name: 'Helpdesk', accent_color: '#0b5f6b', logo },
      })
    const { data } = await people.visitor.rpc('workspace_identity')
    expect(Object.keys(data as object).sort()).toEqual(['accent_color', 'logo', 'workspace_name'])
  })
})
