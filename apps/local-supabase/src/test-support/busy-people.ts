import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientAs, createUser, sql, type Stack } from '@helpdesk/testing'

const bucket = 'ticket-attachments'

export interface Person {
  email: string
  ticketId: string
  /** One call each to the Data API, Auth, Storage and a function. Resolves with its HTTP status. */
  calls: Record<'write' | 'read' | 'session' | 'upload' | 'invite', () => Promise<number>>
  /** Request ids of comments that were acknowledged. */
  acknowledged: string[]
}

export interface Attempt {
  email: string
  call: string
  status: number
  /** Times of `performance.now()`. */
  began: number
  end: number
}

const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null ? Number(Reflect.get(error, 'status') ?? 0) : 200

async function createPerson(stack: Stack, email: string, db: ReturnType<typeof sql>): Promise<Person> {
  const { id } = await createUser(stack, { email }, db)
  const client = await clientAs(stack, email)
  const { data: ticket } = await client
    .from('tickets')
    .insert({ subject: 'Lost connections', description: 'Written while connections are lost.' })
    .select('id')
    .single()
    .throwOnError()
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const acknowledged: string[] = []
  const post = (path: string, body: BodyInit, headers: Record<string, string>) =>
    fetch(`${stack.url}${path}`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}`, ...headers },
      body,
    })
  return {
    email,
    ticketId: String(ticket.id),
    acknowledged,
    calls: {
      async write() {
        const request_id = randomUUID()
        const row = { ticket_id: ticket.id, user_id: id, content: 'Hello', request_id }
        const { status } = await client.from('comments').insert(row)
        if (status === 201) acknowledged.push(request_id)
        return status
      },
      read: async () => (await client.from('tickets').select('id').limit(5)).status,
      session: async () => statusOf((await client.auth.getUser()).error),
      async upload() {
        const path = `${ticket.id}/${randomUUID()}.txt`
        const sent = await post(`/storage/v1/object/${bucket}/${path}`, 'hello', {
          'content-type': 'text/plain',
        })
        // A ticket takes ten files.
        if (sent.ok) await client.storage.from(bucket).remove([path])
        return sent.status
      },
      // Refused by the database, because a customer cannot invite.
      invite: async () =>
        (
          await post(
            '/functions/v1/send-invites',
            JSON.stringify({ emails: ['x@example.com'], role: 'agent' }),
            {
              'content-type': 'application/json',
            },
          )
        ).status,
    },
  }
}

export async function createPeople(stack: Stack, count: number): Promise<Person[]> {
  const db = sql(stack)
  const people: Person[] = []
  for (let n = 0; n < count; n += 1) people.push(await createPerson(stack, `busy-${n}@example.com`, db))
  await db.end()
  return people
}

export interface Work {
  isOver: boolean
  attempts: Attempt[]
}

/** All of them call without a pause until the work is over. */
export async function keepBusy(people: readonly Person[], work: Work): Promise<void> {
  async function call({ email, calls }: Person): Promise<void> {
    while (!work.isOver)
      for (const [name, send] of Object.entries(calls)) {
        const began = performance.now()
        const status = await send()
        work.attempts.push({ email, call: name, status, began, end: performance.now() })
        if (status === 0 || status >= 500) await sleep(100)
      }
  }
  await Promise.all(people.map(call))
}
