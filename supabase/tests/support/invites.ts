import { randomUUID } from 'node:crypto'
import { type TestUsers, db, type TestUser } from './backend'

/** Shared steps of tests about invites. */
export function inviteHelpers(people: () => TestUsers) {
  return {
    freshEmail: () => `new-${randomUUID().slice(0, 8)}@example.com`,
    /** @returns the token */
    async invite(email: string, role: 'agent' | 'admin' = 'agent', by: TestUser = people().admin) {
      const { data, error } = await by.client
        .rpc('create_invite', { email, role })
        .single<{ id: string; token: string }>()
      if (error) throw new Error(error.message)
      return data.token
    },
    accept: ({ client }: TestUser, token: string) => client.rpc('accept_invite', { token }),
    isValid: async (token: string) =>
      (await people().visitor.rpc('verify_invite', { token })).data?.[0]?.is_valid,
    roleOf: async ({ id }: { id: string }) =>
      (await db`select role from public.profiles where id = ${id}`)[0]?.role,
    signUp: (email: string, data: object, password = 'Demo1234') =>
      people().visitor.auth.signUp({
        email,
        password,
        options: { data: { full_name: 'Nora New', ...data } },
      }),
    confirm: (email: string) => db`update auth.users set email_confirmed_at = now() where email = ${email}`,
  }
}
