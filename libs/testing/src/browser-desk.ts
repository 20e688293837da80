import { authClient, configureSupabase } from '@helpdesk/supabase'
import type { SupabaseClient } from '@supabase/supabase-js'
import { clientAs, createUser, DEMO_PASSWORD, startStack, type NewUser, type Stack } from './stack'

type Person = Omit<NewUser, 'email'>

/** What a ticket has unless the test says otherwise. */
const TICKET = { subject: 'Printer', description: 'It is offline again.', priority: 'normal' } as const

/** A running stack with people who sign in through the browser's own client, one after the other. */
export interface Desk<Who extends string> {
  stack: Stack
  ids: Record<Who, string>
  mail: (who: Who) => string
  /** @returns the id of the person, who is signed in from then on */
  signIn: (who: Who) => Promise<string>
  /** Inserts a ticket of that customer through the API. @returns its id; who is signed in does not change */
  raise: (who: Who, values?: Partial<Record<keyof typeof TICKET, string>>) => Promise<string>
  stop: () => Promise<void>
}

/**
 * Starts an empty stack, points the browser's clients at it and creates the people.
 * @param people role and name of each; their addresses are `<who>@desk.test`
 */
export async function startDesk<Who extends string>(people: Record<Who, Person>): Promise<Desk<Who>> {
  const stack = await startStack()
  configureSupabase({ url: stack.url, publishableKey: stack.publishableKey })
  const mail = (who: Who) => `${who}@desk.test`
  const ids = {} as Record<Who, string>
  for (const who of Object.keys(people) as Who[])
    ids[who] = (await createUser(stack, { name: who, ...people[who], email: mail(who) })).id
  const clients = new Map<Who, SupabaseClient>()
  return {
    stack,
    ids,
    mail,
    async signIn(who) {
      const { error } = await authClient().signInWithPassword({ email: mail(who), password: DEMO_PASSWORD })
      if (error) throw error
      return ids[who]
    },
    async raise(who, values) {
      const client = clients.get(who) ?? (await clientAs(stack, mail(who)))
      clients.set(who, client)
      const row = { ...TICKET, ...values, created_by: ids[who], customer_id: ids[who] }
      const { data, error } = await client.from('tickets').insert(row).select('id').single()
      if (error) throw new Error(`${who} could not raise a ticket: ${error.message}`)
      return String(data.id)
    },
    stop: () => stack.stop(),
  }
}
