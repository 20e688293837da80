import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { anonClient, serviceClient } from '@helpdesk/testing/stack'
import { db, expectError, createUser, stack, type TestUser } from './support/backend'

const make = (email: string) => db`select private.make_first_admin(${email}) as said`
const roleOf = async ({ id }: { id: string }) =>
  (await db`select role from public.profiles where id = ${id}`)[0]?.role
const noAdmins = () => db`update public.profiles set role = 'customer' where role = 'admin'`

describe('private.make_first_admin', () => {
  let customer: TestUser
  beforeEach(async () => {
    await noAdmins()
    customer = await createUser('customer', 'Fiona First')
  })
  afterAll(noAdmins)

  it('makes a confirmed account an admin', async () => {
    expect(await make(` ${customer.email.toUpperCase()} `)).toEqual([
      { said: `${customer.email} is now the admin of this workspace` },
    ])
    const other = await createUser('customer', 'Otto Other')
    const answer = await customer.client.rpc('set_user_role', { target: other.id, new_role: 'agent' })
    expect(answer.error).toBeNull()
  })

  it('rejects once there is an active admin', async () => {
    await make(customer.email)
    const other = await createUser('customer', 'Otto Other')
    await expect(make(other.email)).rejects.toMatchObject({
      message: 'This workspace has an admin already',
      detail: 'admin_exists',
    })
    expect(await roleOf(other)).toBe('customer')
  })

  it('ignores an admin with an unconfirmed address', async () => {
    const ghost = await createUser('admin', 'Gus Ghost')
    await db`update auth.users set email_confirmed_at = null where id = ${ghost.id}`
    await make(customer.email)
    expect(await roleOf(customer)).toBe('admin')
    const { client, id } = customer
    expectError(await client.rpc('set_user_role', { target: id, new_role: 'agent' }), 'last_admin')
    expectError(await client.rpc('set_user_active', { target: id, active: false }), 'last_admin')
    expect((await client.rpc('set_user_role', { target: ghost.id, new_role: 'agent' })).error).toBeNull()
  })

  it('makes one admin of two concurrent calls', async () => {
    const other = await createUser('customer', 'Otto Other')
    const answers = await Promise.allSettled([make(customer.email), make(other.email)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db`select id from public.profiles where role = 'admin'`).toHaveLength(1)
  })

  it.each([
    ['unknown', async () => `${randomUUID()}@example.com`, 'account_unknown'],
    [
      'unconfirmed',
      async () => {
        await db`update auth.users set email_confirmed_at = null where id = ${customer.id}`
        return customer.email
      },
      'account_unconfirmed',
    ],
    [
      'deactivated',
      async () => {
        await db`update public.profiles set deactivated_at = now() where id = ${customer.id}`
        return customer.email
      },
      'account_deactivated',
    ],
  ])('rejects an account that is %s', async (_state, prepare, detail) => {
    const address = await prepare()
    await expect(make(address)).rejects.toMatchObject({ detail })
    expect(await db`select id from public.profiles where role = 'admin'`).toHaveLength(0)
  })

  it('rejects every role of the API', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'])
      await expect(
        db.begin(async (tx) => {
          await tx`select set_config('role', ${role}, true)`
          await tx`select private.make_first_admin(${customer.email})`
        }),
      ).rejects.toMatchObject({ code: '42501' })
    for (const client of [anonClient(stack), customer.client, serviceClient(stack)]) {
      const { error } = await client.rpc('make_first_admin', { email: customer.email })
      expect(error?.code).toBe('PGRST202')
    }
    expect(await roleOf(customer)).toBe('customer')
  })
})
