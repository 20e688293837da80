import { randomUUID } from 'node:crypto'
import { anonClient } from '@helpdesk/testing/stack'
import { it, expect } from 'vitest'
import {
  attachmentBy,
  cast,
  type Cast,
  commentBy,
  db,
  type Person,
  stack,
  ticketOf,
} from '../../support/world'
import { fingerprint } from './state'

/** A desk with secrets: what the victim wrote, and what staff wrote about it. */
export interface Scene extends Cast {
  /** Somebody's own ticket, as an attacker has one, with a note in it. */
  own: string
  /** The victim's ticket with a reply, a note and files. */
  theirs: string
  /** Ids on the victim's ticket and on the attacker's own. */
  reply: string
  note: string
  ownNote: string
  file: { id: string; storage_path: string }
  noteFile: { id: string; storage_path: string }
  ownNoteFile: { id: string; storage_path: string }
}

export const secret = 'xyzzy-4711'
export const bucket = 'ticket-attachments'

/** The attacker is the customer `stranger`; the victim is `owner`. */
export async function scene(): Promise<Scene> {
  const people = await cast()
  const { owner, stranger, agent } = people
  const theirs = await ticketOf(owner, {
    subject: `Secret ${secret}`,
    assigned_to: agent.id,
    status: 'in_progress',
  })
  const own = await ticketOf(stranger, { assigned_to: agent.id })
  const reply = await commentBy(agent, theirs)
  const note = await commentBy(agent, theirs, true)
  const ownNote = await commentBy(agent, own, true)
  await db`update public.comments set content = ${`note ${secret}`} where id in (${note}, ${ownNote})`
  return {
    ...people,
    theirs,
    own,
    reply,
    note,
    ownNote,
    file: await attachmentBy(owner, theirs),
    noteFile: await attachmentBy(agent, theirs, note),
    ownNoteFile: await attachmentBy(agent, own, ownNote),
  }
}

interface Answer {
  data?: unknown
  error?: { message: string } | null
  count?: number | null
}

/** Nothing came back: an error, or no row, nothing found. */
export function expectNothing({ data, error, count }: Answer, what = '') {
  if (!error) {
    const empty =
      data === null || data === undefined || data === false || (Array.isArray(data) && data.length === 0)
    expect(empty, `${what} ${JSON.stringify(data)}`).toBe(true)
  }
  expect(count ?? 0, what).toBe(0)
}

/** Each attack as a test: what it tries, and the attempt, after which nothing may be known or changed. */
export function attacks(
  list: Record<string, (scene: Scene) => PromiseLike<Answer> | Promise<void>>,
  getScene: () => Scene,
) {
  it.each(Object.entries(list))('%s', async (_, attempt) => {
    const before = await fingerprint()
    const answer = await attempt(getScene())
    if (answer) {
      expectNothing(answer)
      expect(JSON.stringify(answer)).not.toContain(secret)
    }
    expect(await fingerprint()).toEqual(before)
  })
}

/** A plain request with the token of that person: for what the client would not send. */
export async function request(who: Person | undefined, path: string, init: RequestInit = {}) {
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

export const nobody = () => anonClient(stack)
export const fresh = () => `${randomUUID()}@example.com`
