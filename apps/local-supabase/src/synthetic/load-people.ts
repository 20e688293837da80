import type { TransactionSql } from 'postgres'
import { desiredPeople, makePerson, type Person } from './people'
import { DAY } from './tickets'

type Role = 'customer' | 'agent'

async function insertPeople(tx: TransactionSql, role: Role, people: readonly Person[], now: number) {
  // Without a password: nobody signs in as a synthetic person.
  await tx`
    with given as materialized (
      select p.id::uuid, p.name, p.email, ${new Date(now - 740 * DAY)}::timestamptz as at
      from jsonb_to_recordset(${tx.json(people.map(({ id, name, email }) => ({ id, name, email })))})
        as p (id text, name text, email text)
    ), users as (
      insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, raw_app_meta_data,
        raw_user_meta_data, confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email, at,
        '{"provider": "email", "providers": ["email"]}', jsonb_build_object('full_name', name, 'role', ${role}::text),
        '', '', '', '', at, at
      from given on conflict (id) do nothing
    ), identities as (
      insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
      select id, id, 'email', id::text, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), at, at
      from given on conflict do nothing
    )
    insert into public.profiles (id, name, email, role, created_at, updated_at)
    select id, name, email, ${role}, at, at from given on conflict (id) do nothing`
}

/**
 * The people of a desk: those in the database, then synthetic ones until there are enough for the tickets.
 * @returns the busiest first, so that accounts with a password have the most tickets
 */
export async function addPeople(
  tx: TransactionSql,
  tickets: number,
  now: number,
): Promise<{ customers: Person[]; agents: Person[] }> {
  const desired = desiredPeople(tickets)
  const peopleOf = async (role: Role, wanted: number) => {
    const synthetic = `${role === 'customer' ? 3 : 4}0000000-0000-4000-8000-%`
    const existing = await tx<Omit<Person, 'language'>[]>`
      select id, name, coalesce(email, '') as email from public.profiles
      where role = ${role} and deactivated_at is null and id::text not like ${synthetic}
      order by id limit ${Math.max(wanted, 20)}`
    const people = existing.map((person): Person => ({ ...person, language: 'en' }))
    const more = Array.from({ length: Math.max(wanted - people.length, people.length ? 0 : 1) }, (_, n) =>
      makePerson(role, n + 1),
    )
    for (let from = 0; from < more.length; from += 20_000) {
      await insertPeople(tx, role, more.slice(from, from + 20_000), now)
    }
    return [...people, ...more]
  }
  return {
    customers: await peopleOf('customer', desired.customers),
    agents: await peopleOf('agent', desired.agents),
  }
}
