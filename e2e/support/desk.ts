import { randomUUID } from 'node:crypto'
import { clientAs, createUser, type NewUser, sql as connect, type Stack } from '@helpdesk/testing/stack'
import { newAddress } from './portal'

const elsewhere = () => Promise.reject(new Error('the portal is run by the global setup'))
const stack = (): Stack => ({
  url: process.env.PORTAL_URL ?? '',
  publishableKey: process.env.PORTAL_PUBLISHABLE_KEY ?? '',
  secretKey: process.env.PORTAL_SECRET_KEY ?? '',
  databaseUrl: process.env.PORTAL_DATABASE_URL ?? '',
  dataDir: '',
  pid: 0,
  output: () => '',
  mails: elsewhere,
  stop: elsewhere,
  kill: elsewhere,
})

/** The database behind the portal: prepares what a journey starts from, and looks behind the screens. */
export const db = connect(stack())

export interface Member {
  id: string
  email: string
  name: string
}

/** A confirmed user of its own for one journey, with the password of the demo accounts. */
export async function newMember(name: string, role: NewUser['role'] = 'customer'): Promise<Member> {
  const { id, email } = await createUser(stack(), {
    email: newAddress(name.split(' ')[0]?.toLowerCase() ?? 'member'),
    role,
    name,
  })
  return { id, email, name }
}

/** A client of the API, signed in as that member. */
export const clientOf = ({ email }: Pick<Member, 'email'>) => clientAs(stack(), email)

export interface TicketValues {
  subject?: string
  description?: string
  status?: string
  priority?: string
  assigned_to?: string | null
  tags?: string[]
  created_at?: Date
}

/** A ticket of that customer; its id. */
export async function newTicket(customer: Member, values: TicketValues = {}): Promise<string> {
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
}

/** A public comment, or a note for staff; its id. */
export async function newComment(
  author: Member,
  ticket: string,
  content: string,
  isInternal = false,
): Promise<string> {
  const id = randomUUID()
  await db`insert into public.comments ${db({ id, ticket_id: ticket, user_id: author.id, content, is_internal: isInternal })}`
  return id
}
