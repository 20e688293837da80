import { randomUUID } from 'node:crypto'
import { anonClient } from '@helpdesk/testing/stack'
import { it, expect } from 'vitest'
import {
  insertAttachment,
  createUsers,
  type TestUsers,
  insertComment,
  db,
  type TestUser,
  stack,
  insertTicket,
} from '../../support/backend'
import { fingerprint } from './fingerprint'

/** A victim's ticket with comments, notes and files, and a ticket of the attacker. */
export interface AttackFixture extends TestUsers {
  /** The attacker's ticket, with a note of staff. */
  ownTicket: string
  /** The victim's ticket, with a reply, a note and files. */
  victimTicket: string
  /** Ids of comments and files of the two tickets. */
  reply: string
  note: string
  ownNote: string
  file: { id: string; storage_path: string }
  noteFile: { id: string; storage_path: string }
  ownNoteFile: { id: string; storage_path: string }
}

export const secret = 'xyzzy-4711'
export const bucket = 'ticket-attachments'

/** The attacker is the customer `otherCustomer`; the victim is `owner`. */
export async function createAttackFixture(): Promise<AttackFixture> {
  const people = await createUsers()
  const { owner, otherCustomer, agent } = people
  const victimTicket = await insertTicket(owner, {
    subject: `Secret ${secret}`,
    assigned_to: agent.id,
    status: 'in_progress',
  })
  const ownTicket = await insertTicket(otherCustomer, { assigned_to: agent.id })
  const reply = await insertComment(agent, victimTicket)
  const note = await insertComment(agent, victimTicket, true)
  const ownNote = await insertComment(agent, ownTicket, true)
  await db`update public.comments set content = ${`note ${secret}`} where id in (${note}, ${ownNote})`
  return {
    ...people,
    victimTicket,
    ownTicket,
    reply,
    note,
    ownNote,
    file: await insertAttachment(owner, victimTicket),
    noteFile: await insertAttachment(agent, victimTicket, note),
    ownNoteFile: await insertAttachment(agent, ownTicket, ownNote),
  }
}

interface Answer {
  data?: unknown
  error?: { message: string } | null
  count?: number | null
}

/** Asserts an error or an empty result. */
export function expectNothing({ data, error, count }: Answer, what = '') {
  if (!error) {
    const empty =
      data === null || data === undefined || data === false || (Array.isArray(data) && data.length === 0)
    expect(empty, `${what} ${JSON.stringify(data)}`).toBe(true)
  }
  expect(count ?? 0, what).toBe(0)
}

/** One test per attack: it must return nothing and change nothing. */
export function testAttacks(
  list: Record<string, (scene: AttackFixture) => PromiseLike<Answer> | Promise<void>>,
  getFixture: () => AttackFixture,
) {
  it.each(Object.entries(list))('blocks an attacker who %s', async (_, attempt) => {
    const before = await fingerprint()
    const answer = await attempt(getFixture())
    if (answer) {
      expectNothing(answer)
      expect(JSON.stringify(answer)).not.toContain(secret)
    }
    expect(await fingerprint()).toEqual(before)
  })
}

/** A raw request as that user, for requests that the client library cannot send. */
export async function request(who: TestUser | undefined, path: string, init: RequestInit = {}) {
  const session = await who?.client.auth.getSession()
  const token = session?.data.session?.access_token
  const response = await fetch(`${stack.url}${path}`, {
    ...init,
    redirect: 'manual',
    headers: {
      apikey: stack.publishableKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...Object.fromEntries(new Headers(init.headers)),
    },
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

export const anonymous = () => anonClient(stack)
export const freshEmail = () => `${randomUUID()}@example.com`
