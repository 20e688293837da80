import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectError,
  createUser,
  insertTicket,
  attachmentValues,
} from './support/backend'

let people: TestUsers
beforeAll(async () => {
  people = await createUsers()
  await db`update public.workspace_settings set workspace_name = 'Acme Rockets'`
})
afterAll(async () => void (await db`update public.workspace_settings set workspace_name = 'Helpdesk'`))

const rename = (name: string) =>
  people.otherCustomer.client.from('profiles').update({ name }).eq('id', people.otherCustomer.id)
const stored = async (id: string) => (await db`select name from public.profiles where id = ${id}`)[0]?.name
const signUp = async (full_name: string) => {
  const email = `signup-${randomUUID().slice(0, 8)}@example.com`
  const { data, error } = await people.visitor.auth.signUp({
    email,
    password: 'Demo1234',
    options: { data: { full_name } },
  })
  expect(error).toBeNull()
  return stored(data.user?.id ?? '')
}

describe('a name that resembles staff', () => {
  const names = [
    'Support',
    'SUPPORT TEAM',
    'Sup\u200bport',
    'Ѕuрpоrt',
    'Ｓｕｐｐｏｒｔ',
    '𝐒𝐮𝐩𝐩𝐨𝐫𝐭 𝐓𝐞𝐚𝐦',
    'ꜱᴜᴘᴘᴏʀᴛ',
    'Sʋpport',
    'Şuppoɽƫ',
    'Ƨuρҏoɼʈ',
    'Ⱨelᵽdeʂk',
    'Ꞅupp\u0337ort',
    'Ӊelpdesk',
    'Supp0rt',
    'S u p p o r t',
    'Sùppört',
    'Admin',
    'Adm1n',
    'Support T3am',
    'H3lpdesk',
    'Ag3nt',
    '4g3n7',
    'Support 24/7',
    'Support Agent 2',
    'Agent007',
    'Ada Agent 2',
    'Support ２',
    'S u p p 0 r t',
    'The Admin Team',
    'Help-Desk',
    'Customer Service',
    'Acme Rockets',
    'acme  rockets',
    'Acme Rockets Support',
    'Acme Support',
    'Support (Acme)',
    'Ada Agent',
    'ada agent',
    'Аdа Аgеnt',
    'Aɖa Aɠeɲt',
    'Ⱥđa Agɇnƫ',
    'Ada\u00a0Agent',
    '\u202eAda Agent',
    'Agent, Ada',
    'Ada (Agent)',
    'Ada Maria Agent',
    'AdaAgent from Acme',
    'Ada Agen T',
    'AdaAgnt',
    'Ada Agents',
    'Ada Agemt',
    'Ada Aegnt',
    'Jane Doe (Helpdesk)',
    'Jane (Acme Rockets)',
    'Jane Doe, Support',
    'Jane Doe – Help Desk',
    'S u p p o r t – Jane',
    'Helpdesk™',
    'He|pdesk',
    'HelpdeskTeam',
    'Mailer-Daemon',
    'Mail Delivery System',
    'no-reply',
    'Do not reply',
    'Postmaster',
    'ꓢꓴꓑꓑꓳꓣꓔ',
    'ꓐꓳꓐ',
    'ᎡᎾᏴᏆᎾ',
    'Jаne Doe',
    'You',
    'y o u',
    'Ｙｏｕ',
    'me',
    'You & me',
  ]
  it.each(names)('is rejected when a customer types %j', async (name) => {
    expectError(await rename(name), 'name_reserved')
    expect(await stored(people.otherCustomer.id)).toBe('Stan Stranger')
  })

  it('is marked at sign-up', async () => {
    expect(await signUp('Support Team ✅')).toBe('Support Team (customer)')
    expect(await signUp('Ada Agent')).toBe('Ada Agent (customer)')
    expect(await signUp(`Acme Rockets Support ${'Support '.repeat(3)}`)).toMatch(/Support Su \(customer\)$/)
  })

  it('is allowed for staff; marked on demotion and unmarked on promotion', async () => {
    const agent = await createUser('agent', 'Sam Staff')
    expect(
      (await agent.client.from('profiles').update({ name: 'Support Team' }).eq('id', agent.id)).error,
    ).toBeNull()
    expect(await stored(agent.id)).toBe('Support Team')
    await people.admin.client.rpc('set_user_role', { target: agent.id, new_role: 'customer' })
    expect(await stored(agent.id)).toBe('Support Team (customer)')
    await people.admin.client.rpc('set_user_role', { target: agent.id, new_role: 'agent' })
    expect(await stored(agent.id)).toBe('Support Team')
  })

  it('updates earlier comments on a role change', async () => {
    const name = 'Sally Signed'
    await createUser('agent', name)
    const namesake = await createUser('customer', name)
    const comment = await insertComment(namesake, await insertTicket(namesake))
    const signed = async () =>
      (await db`select author_name from public.comments where id = ${comment}`)[0]?.author_name
    expect(await signed()).toBe(`${name} (customer)`)
    await people.admin.client.rpc('set_user_role', { target: namesake.id, new_role: 'agent' })
    expect(await signed()).toBe(name)
    await people.admin.client.rpc('set_user_role', { target: namesake.id, new_role: 'customer' })
    expect(await signed()).toBe(`${name} (customer)`)
  })

  it('restores the full name on promotion to staff', async () => {
    const name = 'Wilhelmina Featherstonehaugh-Cholmondeley-Smythe'
    await createUser('agent', name)
    const namesake = await createUser('customer', name)
    expect(await stored(namesake.id)).toMatch(/Cholmondel \(customer\)$/)
    await people.admin.client.rpc('set_user_role', { target: namesake.id, new_role: 'agent' })
    expect(await stored(namesake.id)).toBe(name)
  })
})

describe('a name with symbols', () => {
  it.each(['Anna ✅', 'Anna ★', 'Anna 👩‍💻', 'Anna ✔\ufe0f', 'Anna ☎', 'Anna ©'])('rejects %j', async (name) =>
    expectError(await rename(name), 'name_symbols'),
  )

  it.each(['\u200b\u200b\u200b', '\u3164\u3164', '\u2800', '\u202e\u202c', ' \u00a0 ', ''])(
    'rejects %j',
    async (name) => expectError(await rename(name), 'name_empty'),
  )

  it('is cleaned at sign-up', async () => {
    expect(await signUp('✅ Anna\u202e\u200b  Berger\u0007 ✔️')).toBe('Anna Berger')
    expect(await signUp('\u200b\u200b')).toMatch(/^signup-/)
    expect(await signUp('✅')).toMatch(/^signup-/)
    expect(String(await signUp('ﷺ'.repeat(50))).length).toBeLessThanOrEqual(50)
  })
})

it.each([
  'Ann Supporte',
  'Zoë Łukasz-Öberg',
  'Mª José García Núñez',
  'Nguyễn Thị Minh Khai',
  'Зоя Поддубная',
  'Γιώργος Παπαδόπουλος',
  '佐々木 希',
  '林美玲 (Mei-Ling Lin)',
  '김민수',
  'نگار می\u200cرزا',
  'ශ\u0dca\u200dරී ලංකා',
  'अनुष्का',
  "O'Neil-D’Angelo, Jr.",
  'José 2nd',
  'Desk Officer Jane',
  'Agent Smith',
  'Sofie Ødegård',
  'X Æ A-12',
  'שרה כהן',
  'Ada Adler',
  'Aga Ent',
  'Ada',
  'Robin Agent',
  'Ada A.',
  'Anna Parker-Rocket',
  'さくら子 タナカ',
  'Նարեկ Սարգսյան',
  'Ελένη Παπαδοπούλου-Smith',
  'Jane 2',
  '4711',
])('accepts the name %j unchanged', async (name) => {
  const { error } = await rename(name)
  expect(error).toBeNull()
  expect(await stored(people.otherCustomer.id)).toBe(name)
})

describe('invisible characters in labels', () => {
  const hidden = 'in\u202evoice\u200b\u2066s\u00ad\ufeff'
  const only = '\u200b\u3164\u2060'
  it('are removed from names of macros, views, files and the workspace, from subjects and tags', async () => {
    const { agent, admin, owner } = people
    const macro = { owner_id: agent.id, name: hidden, body: 'x', add_tags: [hidden, 'invoices', only, 'b'] }
    expect((await agent.client.from('macros').insert(macro).select('name, add_tags').single()).data).toEqual({
      name: 'invoices',
      add_tags: ['invoices', 'b'],
    })
    const view = { owner_id: agent.id, name: hidden, filter: {} }
    expect((await agent.client.from('saved_views').insert(view).select('name').single()).data?.name).toBe(
      'invoices',
    )
    const ticket = await insertTicket(owner, { subject: hidden, assigned_to: agent.id })
    const file = { ...attachmentValues(ticket, owner), file_name: `${hidden}txt.exe.txt` }
    const [attachment] = await db`insert into public.attachments ${db(file)} returning file_name`
    expect(attachment?.file_name).toBe('invoicestxt.exe.txt')
    const change = { tags: ['a', hidden, 'invoices', only] }
    const { data } = await agent.client
      .from('tickets')
      .update(change)
      .eq('id', ticket)
      .select('subject')
      .single()
    expect(data).toEqual({ subject: 'invoices' })
    const [desk] = await db`select tags from public.ticket_tags where ticket_id = ${ticket}`
    expect(desk).toEqual({ tags: ['a', 'invoices'] })
    const { data: settings } = await admin.client
      .from('workspace_settings')
      .update({ workspace_name: 'Acme\u200b Rockets' })
      .eq('id', true)
      .select('workspace_name')
      .single()
    expect(settings?.workspace_name).toBe('Acme Rockets')
  })

  it('are rejected as the only content of a label', async () => {
    const { agent, admin, owner } = people
    const codes = [
      await agent.client.from('macros').insert({ owner_id: agent.id, name: only, body: 'x' }),
      await agent.client.from('saved_views').insert({ owner_id: agent.id, name: only, filter: {} }),
      await admin.client.from('workspace_settings').update({ workspace_name: only }).eq('id', true),
      await owner.client.from('tickets').insert({ subject: only, description: 'Smoke comes out of it' }),
    ].map(({ error }) => error?.code)
    expect(codes).toEqual(['23514', '23514', '23514', '23514'])
  })

  it('are kept as joiners of scripts and emoji', async () => {
    const { agent } = people
    for (const name of [
      'می\u200cشود',
      'ශ\u0dca\u200dරී',
      '👩\u200d💻 desk',
      '✔\ufe0f done',
      '1\ufe0f⃣ first',
    ]) {
      const view = { owner_id: agent.id, name, filter: {} }
      expect((await agent.client.from('saved_views').insert(view).select('name').single()).data?.name).toBe(
        name,
      )
    }
  })
})
