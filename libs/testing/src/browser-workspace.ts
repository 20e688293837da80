import { authClient, configureSupabase } from '@helpdesk/supabase'
import { openWorkspace, type Role, type TicketValues } from './workspace'
import { DEMO_PASSWORD, startStack, type Stack } from './stack'

interface WorkspaceUser {
  name?: string
  /** Least privilege by default. */
  role?: Role
}

/** A stack with users who sign in, one at a time, through the browser's client. */
export interface Workspace<Key extends string> {
  stack: Stack
  ids: Record<Key, string>
  mail: (user: Key) => string
  /** Signs the user in. @returns the user's id */
  signIn: (user: Key) => Promise<string>
  /** Inserts a ticket of that customer, regardless of the signed-in user. @returns its id */
  raise: (customer: Key, values?: TicketValues) => Promise<string>
  stop: () => Promise<void>
}

/**
 * Starts an empty stack, configures the browser's clients for it and creates the users.
 * @param users - role and name of each; their addresses are `<key>@desk.test`
 */
export async function startWorkspace<Key extends string>(
  users: Record<Key, WorkspaceUser>,
): Promise<Workspace<Key>> {
  const stack = await startStack()
  configureSupabase({ url: stack.url, publishableKey: stack.publishableKey })
  const { db, newMember, newTicket } = openWorkspace(stack)
  const mail = (user: Key) => `${user}@desk.test`
  const ids = {} as Record<Key, string>
  for (const key of Object.keys(users) as Key[]) {
    const { name = key, role } = users[key]
    ids[key] = (await newMember(name, role, mail(key))).id
  }
  return {
    stack,
    ids,
    mail,
    async signIn(user) {
      const { error } = await (
        await authClient()
      ).signInWithPassword({
        email: mail(user),
        password: DEMO_PASSWORD,
      })
      if (error) throw error
      return ids[user]
    },
    raise: (customer, values) => newTicket({ id: ids[customer] }, values),
    async stop() {
      await db.end()
      await stack.stop()
    },
  }
}
