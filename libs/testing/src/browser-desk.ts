import { authClient, configureSupabase } from '@helpdesk/supabase'
import { openDesk, type Role, type TicketValues } from './desk'
import { DEMO_PASSWORD, startStack, type Stack } from './stack'

interface NewPerson {
  name?: string
  /** Least privilege by default. */
  role?: Role
}

/** A stack with people who sign in one after the other through the browser's own client. */
export interface Desk<Key extends string> {
  stack: Stack
  ids: Record<Key, string>
  mail: (person: Key) => string
  /** @returns the id of the person, who is signed in from then on */
  signIn: (person: Key) => Promise<string>
  /** Inserts a ticket of that customer, whoever is signed in. @returns its id */
  raise: (customer: Key, values?: TicketValues) => Promise<string>
  stop: () => Promise<void>
}

/**
 * Starts an empty stack, configures the browser's clients for it and creates the people.
 * @param people - role and name of each; their addresses are `<key>@desk.test`
 */
export async function startDesk<Key extends string>(people: Record<Key, NewPerson>): Promise<Desk<Key>> {
  const stack = await startStack()
  configureSupabase({ url: stack.url, publishableKey: stack.publishableKey })
  const { db, newMember, newTicket } = openDesk(stack)
  const mail = (person: Key) => `${person}@desk.test`
  const ids = {} as Record<Key, string>
  for (const key of Object.keys(people) as Key[]) {
    const { name = key, role } = people[key]
    ids[key] = (await newMember(name, role, mail(key))).id
  }
  return {
    stack,
    ids,
    mail,
    async signIn(person) {
      const { error } = await authClient().signInWithPassword({
        email: mail(person),
        password: DEMO_PASSWORD,
      })
      if (error) throw error
      return ids[person]
    },
    raise: (customer, values) => newTicket({ id: ids[customer] }, values),
    async stop() {
      await db.end()
      await stack.stop()
    },
  }
}
