import { randomUUID } from 'node:crypto'
import { anonClient, DEMO_PASSWORD, type Project } from '@helpdesk/testing/stack'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'

type Role = 'customer' | 'agent' | 'admin'

export interface Person {
  id: string
  email: string
  role: Role
  client: SupabaseClient
}

/** Seven of ten are customers, two or three agents, and at least one is an admin. */
const roleOf = (index: number): Role =>
  index % 20 === 19 || index === 1 ? 'admin' : index % 10 >= 7 || index === 2 ? 'agent' : 'customer'

/** Inserts accounts with one password hash: hashing two hundred would cost more than the load itself. */
export async function createPeople(stack: Project, db: Sql, count: number): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, index) => {
    const id = randomUUID()
    return {
      id,
      email: `load-${index}-${id.slice(0, 8)}@example.com`,
      role: roleOf(index),
      client: anonClient(stack),
    }
  })
  const [secret] = await db`select extensions.crypt(${DEMO_PASSWORD}, extensions.gen_salt('bf', 4)) as hash`
  await db`insert into auth.users ${db(
    people.map(({ id, email }) => ({
      id,
      email,
      aud: 'authenticated',
      role: 'authenticated',
      encrypted_password: secret?.hash,
      email_confirmed_at: new Date(),
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: { full_name: `Load ${email.slice(5, 12)}` },
    })),
  )}`
  for (const role of ['agent', 'admin'] as const) {
    const ids = people.filter((person) => person.role === role).map(({ id }) => id)
    if (ids.length) await db`update public.profiles set role = ${role} where id in ${db(ids)}`
  }
  const customers = people.filter(({ role }) => role === 'customer')
  await db`insert into public.tickets ${db(
    customers.flatMap(({ id }, index) =>
      [1, 2, 3].map((n) => ({
        subject: `Load ${index} ${n}`,
        description: 'A ticket that was there before.',
        created_by: id,
        customer_id: id,
      })),
    ),
  )}`
  return people
}
