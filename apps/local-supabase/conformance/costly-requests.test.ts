import { connect } from 'node:net'
import { clientAs, createUser, sql, startStack, type Stack } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticket } from './ticket'

let stack: Stack
let mallory: SupabaseClient
let agent: SupabaseClient
let token = ''
const long = 'word '.repeat(2_000)

beforeAll(async () => {
  stack = await startStack()
  const { id } = await createUser(stack, { email: 'mallory@example.com' })
  await createUser(stack, { email: 'agent@example.com', role: 'agent' })
  mallory = await clientAs(stack, 'mallory@example.com')
  agent = await clientAs(stack, 'agent@example.com')
  token = (await mallory.auth.getSession()).data.session?.access_token ?? ''
  const { data } = await mallory.from('tickets').insert(ticket('Long')).select('id').single()
  const db = sql(stack)
  await db`insert into public.comments (ticket_id, user_id, content)
    select ${data?.id}, ${id}, ${long} from generate_series(1, 900)`
  await db.end()
}, 90_000)
afterAll(() => stack?.stop())

const headers = () => ({ apikey: stack.publishableKey, authorization: `Bearer ${token}` })
const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${stack.url}/rest/v1/${path}`, {
    ...init,
    headers: { ...headers(), ...init.headers },
  })
  return { status: response.status, body: response.ok ? null : await response.json() }
}
const many = (count: number, part: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join(',')

describe('a costly query', () => {
  it.each([
    ['a long column under 300 names', `comments?select=${many(300, (n) => `a${n}:content`)}`],
    ['five names of a column', `comments?select=${many(5, (n) => `a${n}:content`)}`],
    ['five names within an embed', `tickets?select=id,comments(${many(5, (n) => `a${n}:content`)})`],
    ['101 columns', `tickets?select=${many(101, (n) => `metadata->a${n}`)}`],
    ['rows within rows of the same table', 'comments?select=id,tickets(comments(content))'],
    ['the same by a foreign key', 'comments?select=id,ticket:tickets!inner(again:comments(content))'],
    ['embeds within embeds', 'tickets?select=comments(profiles(attachments(ticket_ratings(id))))'],
    ['61 filters', `tickets?select=id&${many(61, (n) => `metadata->>a${n}=neq.x`).replaceAll(',', '&')}`],
    ['61 filters in one condition', `tickets?select=id&or=(${many(61, (n) => `subject.eq.${n}`)})`],
    ['deep conditions', `tickets?select=id&or=(${'and('.repeat(7)}id.is.null${')'.repeat(7)})`],
    ['501 values', `tickets?select=id&subject=in.(${many(501, String)})`],
    ['eleven sort columns', `tickets?select=id&order=${many(11, () => 'id')}`],
    ['a pattern of many wildcards', `tickets?select=id&subject=ilike.${'*a'.repeat(9)}`],
    ['the same in a condition', `tickets?select=id&or=(subject.like.${'*a'.repeat(9)},id.is.null)`],
    ['the same in a list', `tickets?select=id&subject=like(any).{b,${'*a'.repeat(9)}}`],
    ['a regular expression', 'tickets?select=id&subject=match.(.*)(.*)x'],
    ['one that ignores case', 'tickets?select=id&subject=imatch.(.*)(.*)x'],
    ['one that is negated', 'tickets?select=id&subject=not.match.x'],
    ['one in a condition', 'tickets?select=id&not.or=(subject.imatch.x,id.is.null)'],
    ['one in a list', 'tickets?select=id&subject=match(any).{a,b}'],
    ['one within an embed', 'tickets?select=id,comments(id)&comments.content=match.x'],
    [
      'one within an embed’s condition',
      'tickets?select=id,comments(id)&comments.or=(content.match.x,id.is.null)',
    ],
    ['one on a function', 'rpc/list_tickets?subject=match.x'],
    ['one on a JSON path', 'tickets?select=id&metadata->>a=match.x'],
  ])('is rejected with a message: %s', async (_what, path) => {
    const { status, body } = await ask(path)
    expect([status, body]).toMatchObject([400, { code: 'PT400', details: 'request_too_costly' }])
    expect(body.message).toMatch(/^[A-Z"].{20,}[a-z]$/)
  })

  it('is rejected in a write that returns rows, and nothing is written', async () => {
    const { data } = await mallory.from('tickets').select('id').single()
    const names = many(5, (n) => `a${n}:content`)
    const written = await ask(`comments?select=${names}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      body: JSON.stringify({ ticket_id: data?.id, content: 'never' }),
    })
    expect(written.status).toBe(400)
    expect((await mallory.from('comments').select('id').eq('content', 'never')).data).toEqual([])
  })

  it('does not include the queries of a large page', async () => {
    const embedded = await agent
      .from('tickets')
      .select('id,metadata->a,metadata->b,comments(id,profiles(name)),attachments(id)')
      .or('and(status.eq.open,priority.eq.normal),subject.ilike.%lo%')
      .order('created_at')
    expect(embedded.error).toBeNull()
    expect(embedded.data?.[0]?.comments).toHaveLength(900)
  })
})

describe('a large response', () => {
  const twice = 'comments?select=content,again:content'
  it.each<[string, string, Record<string, string>?]>([
    ['rows', twice],
    ['embedded rows', 'tickets?select=id,comments(content,again:content)'],
    ['CSV', twice, { accept: 'text/csv' }],
  ])('is rejected with a message before it is sent: %s', async (_what, path, accept = {}) => {
    // staff have 8 seconds for a statement, customers 3: too few for 18 MB on a busy machine
    const { data } = await agent.auth.getSession()
    const authorization = `Bearer ${data.session?.access_token}`
    const { status, body } = await ask(path, { headers: { ...accept, authorization } })
    expect([status, body]).toMatchObject([413, { code: 'PT413', details: 'response_too_large' }])
    expect(body.message).toBe('The response is larger than 16 MB. Ask for fewer rows or columns.')
  })

  it('has at most 1,000 rows, and can be read in pages', async () => {
    const { data, error } = await agent.from('comments').select('id,content').order('id').range(100, 299)
    expect(error).toBeNull()
    const ids = data?.map(({ id }) => id) ?? []
    expect(ids).toEqual([...ids].sort())
    expect(ids).toHaveLength(200)
    const db = sql(stack)
    await db`insert into public.comments (ticket_id, user_id, content)
      select ticket_id, user_id, 'short' from public.comments limit 200`
    await db.end()
    expect((await agent.from('comments').select('id')).data).toHaveLength(1_000)
  })

  it('is not sent again while it is unread', async () => {
    const get = `GET /rest/v1/comments?select=content HTTP/1.1\r\nhost: ${new URL(stack.url).host}\r\n`
    const fields = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`)
    const unread = Array.from({ length: 8 }, () => {
      const socket = connect(Number(new URL(stack.url).port), '127.0.0.1')
      socket.pause()
      socket.write(`${get}${fields.join('')}\r\n`)
      return socket
    })
    await expect.poll(async () => (await ask('tickets?select=id')).status, { timeout: 20_000 }).toBe(429)
    expect((await agent.from('tickets').select('id')).error).toBeNull()
    for (const socket of unread) socket.destroy()
    await expect.poll(async () => (await ask('tickets?select=id')).status, { timeout: 20_000 }).toBe(200)
  }, 60_000)
})
