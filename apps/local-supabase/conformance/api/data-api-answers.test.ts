import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ticket } from '../ticket'
import { openProject, type TestProject } from './project'

// Requests that supabase-js does not send, with the answers of PostgREST 14.17.
let target: TestProject
let customer: SupabaseClient
let token = ''
let own = ''
beforeAll(async () => {
  target = await openProject()
  customer = await target.signIn(await target.createPerson('customer'))
  token = (await customer.auth.getSession()).data.session?.access_token ?? ''
  const { data, error } = await customer.from('tickets').insert(ticket('Answers')).select('id').single()
  if (error) throw error
  own = data.id
}, 90_000)
afterAll(() => target?.close())

interface Sent {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

async function ask(path: string, { method, body, headers }: Sent = {}) {
  const answer = await fetch(`${target.project.url}/rest/v1${path.replace('<own>', own)}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    body: body === undefined ? null : JSON.stringify(body),
    headers: {
      apikey: target.project.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
  })
  const text = await answer.text()
  const parsed: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
  return { status: answer.status, body: parsed }
}

const refused = (code: string, message?: string | RegExp) =>
  expect.objectContaining({ code, ...(message && { message: expect.stringMatching(message) }) })
const description = 'It stopped working this morning.'

it.each<[string, string, Sent, number, unknown]>([
  [
    'a list of patterns',
    '/tickets?select=subject&subject=like(any).{*sw*,x*}',
    {},
    200,
    [{ subject: 'Answers' }],
  ],
  ['patterns that must all match', '/tickets?subject=ilike(all).{*SW*,x*}', {}, 200, []],
  ['an empty row', '/tickets', { body: {} }, 400, refused('23502', /"subject"/)],
  ['an empty change', '/tickets?id=eq.<own>', { method: 'PATCH', body: {} }, 204, ''],
  [
    'rows with different keys',
    '/tickets',
    { body: [{ subject: 'a' }, { description }] },
    400,
    refused('PGRST102', /All object keys must match/),
  ],
  [
    'rows with different keys under columns',
    '/tickets?columns=subject,description,priority',
    {
      body: [
        { subject: 'a', description },
        { subject: 'b', description, priority: 'low' },
      ],
    },
    400,
    refused('23502', /"priority"/),
  ],
  [
    'an object for a list',
    '/tickets',
    { body: { subject: 'a', description, tags: {} } },
    400,
    refused('22P02'),
  ],
  [
    'a number for a list',
    '/rpc/list_held_tickets',
    { body: { ticket_ids: -1 } },
    400,
    refused('22P02', /expected JSON array/),
  ],
  [
    'a text for a list',
    '/rpc/list_held_tickets',
    { body: { ticket_ids: '-1' } },
    400,
    refused('22P02', /malformed array literal: "-1"/),
  ],
  [
    'a boolean for a number',
    '/rpc/list_tickets',
    { body: { max_rows: true } },
    400,
    refused('22P02', /integer: "true"/),
  ],
  [
    'a word for a boolean',
    '/rpc/list_tickets',
    { body: { ascending: 'sideways' } },
    400,
    refused('22P02', /boolean: "sideways"/),
  ],
  ['a boolean for a text', '/rpc/find_similar_tickets', { body: { subject: true } }, 200, []],
  [
    'a text for JSON',
    '/tickets',
    { body: { subject: 'a', description, metadata: 'text' } },
    400,
    refused('23514'),
  ],
  [
    'half a character',
    '/rpc/find_similar_tickets',
    { body: { subject: '\ud800' } },
    400,
    refused('PGRST102'),
  ],
  [
    'an unknown relationship',
    '/tickets?select=id,nope(id)',
    {},
    400,
    refused('PGRST200', /'tickets' and 'nope'/),
  ],
  [
    'a relationship of a function without a table',
    '/rpc/find_similar_tickets?select=id,comments(*)',
    { body: { subject: 'x' } },
    400,
    refused('PGRST200', /'record' and 'comments'/),
  ],
  [
    'a hidden schema',
    '/tickets',
    { headers: { 'accept-profile': 'auth' } },
    406,
    refused('PGRST106', /auth/),
  ],
])('answers %s', async (_what, path, sent, status, body) => {
  expect(await ask(path, sent)).toEqual({ status, body })
})

it('names the exposed schemas only', async () => {
  const { body } = await ask('/tickets', { headers: { 'accept-profile': 'auth' } })
  expect(JSON.stringify(body)).not.toMatch(/private|gate/)
  const { body: relationships } = await ask('/tickets?select=id,nope(id)')
  expect(relationships).toMatchObject({ details: expect.stringContaining("in the schema 'public'") })
})

const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`

it.each<[string, () => string, number, unknown]>([
  ['in lower case', () => `bearer ${token}`, 200, []],
  ['of one part', () => 'Bearer nonsense', 401, refused('PGRST301', /Expected 3 parts in JWT; got 1/)],
  [
    'without a signature',
    () => `Bearer ${unsigned}`,
    401,
    refused('PGRST301', /unsupported encoding algorithm/),
  ],
  [
    'of another key',
    () => `Bearer ${token.slice(0, -20)}${'A'.repeat(20)}`,
    401,
    refused('PGRST301', /No suitable key/),
  ],
  ['of another scheme', () => 'Basic abc', 401, refused('42501')],
])('reads a token %s', async (_what, authorization, status, body) => {
  const headers = { authorization: authorization() }
  expect(await ask('/tickets?limit=0', { headers })).toEqual({ status, body })
})
