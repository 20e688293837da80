import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientAs, DEMO_PASSWORD, serviceClient, startStack, type Project } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'

/** A project's URL and keys. Tests that need its database, mails or process belong one folder up. */
export type { Project } from '@helpdesk/testing'

type Role = 'customer' | 'agent' | 'admin'

export interface Person {
  id: string
  email: string
}

export interface TestProject {
  project: Project
  /** A confirmed account with `DEMO_PASSWORD` and a unique address. */
  createPerson(role: Role, name?: string): Promise<Person>
  signIn(person: Person): Promise<SupabaseClient>
  /** Deletes an account before the end. */
  remove(person: Person): Promise<void>
  /** Removes tickets, files and accounts of the tests. Ends the backend if it was started for them. */
  close(): Promise<void>
}

async function find(): Promise<{ project: Project; stop(): Promise<void> }> {
  const {
    CONFORMANCE_URL: url,
    CONFORMANCE_PUBLISHABLE_KEY: publishableKey,
    CONFORMANCE_SECRET_KEY: secretKey,
  } = process.env
  if (!url) {
    const stack = await startStack({ authLimits: true, env: { HELPDESK_PUBLIC_CHANNELS: 'on' } })
    return { project: stack, stop: stack.stop }
  }
  if (!publishableKey || !secretKey)
    throw new Error('CONFORMANCE_URL needs CONFORMANCE_PUBLISHABLE_KEY and CONFORMANCE_SECRET_KEY')
  return {
    project: { url: url.replace(/\/+$/, ''), publishableKey, secretKey },
    stop: () => Promise.resolve(),
  }
}

const fail = (what: string, error: { message: string } | null) => {
  if (error) throw new Error(`${what}: ${error.message}`)
}

/** A project without our `[auth.rate_limit]` refills one sign-in every two seconds. */
async function patiently<T>(work: () => Promise<T>, tries = 30): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries === 0 || !String(error).includes('Request rate limit reached')) throw error
    await sleep(2_000)
    return patiently(work, tries - 1)
  }
}

/** The project of CONFORMANCE_URL, or a new backend. */
export async function openProject(): Promise<TestProject> {
  const { project, stop } = await find()
  const service = serviceClient(project)
  const people: Person[] = []

  async function removeTickets(ids: string[]): Promise<void> {
    const tickets = await service.from('tickets').select('id').in('created_by', ids)
    fail('The tickets could not be listed', tickets.error)
    fail('The tickets stay', (await service.from('tickets').delete().in('created_by', ids)).error)
    // After the records, which keep their files.
    const bucket = service.storage.from('ticket-attachments')
    for (const { id } of tickets.data ?? []) {
      const { data } = await bucket.list(id)
      if (data?.length)
        fail('Files stay', (await bucket.remove(data.map((file) => `${id}/${file.name}`))).error)
    }
  }

  async function removePerson({ id, email }: Person): Promise<void> {
    fail(`${email} stays`, (await service.auth.admin.deleteUser(id)).error)
  }

  /** A step that fails does not keep the others from removing what they can. */
  async function cleanUp(): Promise<void> {
    const steps = [() => removeTickets(people.map(({ id }) => id))]
    steps.push(...people.map((person) => () => removePerson(person)))
    const failures: unknown[] = []
    for (const step of steps) await step().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, `Data stays: ${failures.join(', ')}`)
  }

  return {
    project,
    async createPerson(role, name = 'Pat Example') {
      const email = `conformance-${role}-${randomUUID().slice(0, 8)}@example.com`
      const { data, error } = await service.auth.admin.createUser({
        email,
        password: DEMO_PASSWORD,
        email_confirm: true,
        user_metadata: { full_name: name },
      })
      if (error) throw new Error(`${email} could not be created: ${error.message}`)
      const person = { id: data.user.id, email }
      people.push(person)
      if (role !== 'customer')
        fail(
          `${email} is no ${role}`,
          (await service.from('profiles').update({ role }).eq('id', person.id)).error,
        )
      return person
    },
    signIn: (person) => patiently(() => clientAs(project, person.email)),
    async remove(person) {
      fail(`${person.email} stays`, (await service.auth.admin.deleteUser(person.id)).error)
      people.splice(people.indexOf(person), 1)
    },
    async close() {
      try {
        await cleanUp()
      } finally {
        await stop()
      }
    },
  }
}
