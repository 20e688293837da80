import { randomUUID } from 'node:crypto'
import { clientAs, DEMO_PASSWORD, serviceClient, sql, type DatabaseProject } from './stack'

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

/** `DEMO_PASSWORD` at bcrypt's lowest cost: the usual cost takes 100 ms per user and sign-in. */
const cheapHash = '$2b$04$ZFrLVd3vPSwhfxLyKdLCQu1bGe8UihMz7ZGPQqwvKjsKPwvgvfwoS'

let addresses = 0
/** An address that no other test or run uses. */
export const newAddress = (prefix: string): string =>
  `${prefix}.${process.pid}.${Date.now()}.${addresses++}@example.net`

/** Builders of people, tickets and comments, for tests that may open the database. */
export function openDesk(project: DatabaseProject) {
  /** The database as its owner. */
  const db = sql(project)

  return {
    db,

    /** A confirmed user with `DEMO_PASSWORD`. */
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
      await db`update auth.users set encrypted_password = ${cheapHash} where id = ${id}`
      if (role !== 'customer') await db`update public.profiles set role = ${role} where id = ${id}`
      return { id, email, name }
    },

    /** A client of the API, signed in as that member. */
    clientOf: ({ email }: Pick<Member, 'email'>) => clientAs(project, email, DEMO_PASSWORD),

    /** A ticket of that customer. @returns its id */
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

    /** A public comment, or an internal note. @returns its id */
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
