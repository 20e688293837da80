import { randomUUID } from 'node:crypto'
import { clientAs, DEMO_PASSWORD, serviceClient, sql, type DatabaseProject } from './stack'
import { setPassword } from './set-password'

export interface Member {
  id: string
  email: string
  name: string
}

export type Role = 'customer' | 'agent' | 'admin'

export interface TicketValues {
  subject?: string
  description?: string
  status?: string
  priority?: string
  assigned_to?: string | null
  tags?: string[]
  created_at?: Date
}

let addresses = 0
/** A unique address, across tests and runs. */
export const newAddress = (prefix: string): string =>
  `${prefix}.${process.pid}.${Date.now()}.${addresses++}@example.net`

/** Creates users, tickets and comments, for tests with access to the database. */
export function openWorkspace(project: DatabaseProject) {
  /** A connection as the owner of the database. */
  const db = sql(project)

  return {
    db,

    /** Creates a confirmed user with `DEMO_PASSWORD`. */
    async newMember(
      name: string,
      role: Role = 'customer',
      email = newAddress(name.split(' ')[0]?.toLowerCase() ?? 'member'),
    ): Promise<Member> {
      const { data, error } = await serviceClient(project).auth.admin.createUser({
        email,
        email_confirm: true,
        user_metadata: { full_name: name },
      })
      if (error) throw new Error(`${email} could not be created: ${error.message}`)
      const { id } = data.user
      await setPassword(db, id)
      if (role !== 'customer') await db`update public.profiles set role = ${role} where id = ${id}`
      return { id, email, name }
    },

    /** A client of the API that is signed in as that member. */
    clientOf: ({ email }: Pick<Member, 'email'>) => clientAs(project, email, DEMO_PASSWORD),

    /** Inserts a ticket of that customer. @returns its id */
    async newTicket(customer: Pick<Member, 'id'>, values: TicketValues = {}): Promise<string> {
      const id = randomUUID()
      await db`insert into public.tickets ${db({
        id,
        subject: 'The scanner sends empty pages',
        description: 'Every page that is scanned arrives white.',
        created_by: customer.id,
        customer_id: customer.id,
        ...values,
      })}`
      return id
    },

    /** Inserts a public comment or an internal note. @returns its id */
    async newComment(
      author: Pick<Member, 'id'>,
      ticket: string,
      content: string,
      isInternal = false,
    ): Promise<string> {
      const id = randomUUID()
      await db`insert into public.comments ${db({
        id,
        ticket_id: ticket,
        user_id: author.id,
        content,
        is_internal: isInternal,
      })}`
      return id
    },
  }
}
