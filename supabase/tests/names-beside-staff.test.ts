import { expect, it } from 'vitest'
import type { TransactionSql } from 'postgres'
import { rolledBack } from './support/rolled-back'

interface Person {
  name: string
  address: string
}

/** Adds staff with these names in turn. */
async function addStaff(tx: TransactionSql, count: number, names: string[]): Promise<void> {
  await tx`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    select gen_random_uuid(), 'many-' || n || '@staff.example', now(),
      jsonb_build_object('full_name', (${names}::text[])[1 + n % ${names.length}::int])
    from generate_series(1, ${count}) n`
  await tx`update public.profiles set role = 'agent' where email like 'many-%@staff.example'`
}

/** The names that people of a mail keep. */
async function kept(tx: TransactionSql, people: Person[]): Promise<string[]> {
  const [row] = await tx<{ people: Person[] }[]>`
    select private.guest_names(${tx.json(people as never)}) as people`
  return (row?.people ?? []).map(({ name }) => name)
}

it('compares the names of a mail with those of many staff in little time', () =>
  rolledBack(async (tx) => {
    await addStaff(tx, 600, ['Fenwick Ada Kestrel', 'Fenwick Rick Rival', 'Fenwick Amy Adler'])
    await tx`set local statement_timeout = '1500ms'`
    const people = Array.from({ length: 60 }, (_, n) => ({
      name: `Fenwick Rics${String.fromCharCode(97 + (n % 26))} Rival`,
      address: `guest-${n}@example.org`,
    }))
    // Ricsk is Rick with one letter more; the others have two of their own.
    expect((await kept(tx, people)).filter((name) => name !== '')).toHaveLength(58)
  }))

it('knows each of several staff with one name by their own address', () =>
  rolledBack(async (tx) => {
    await addStaff(tx, 1, ['Greta Gansevoort'])
    const own = { name: 'Greta Gansevoort', address: 'many-1@staff.example' }
    const other = { name: 'Greta Gansevoort', address: 'greta@example.org' }
    const similar = { name: 'Greta Gansevoord', address: 'greta@example.org' }
    expect(await kept(tx, [own, other, similar])).toEqual(['Greta Gansevoort', '', ''])
    await tx`update public.profiles set deactivated_at = now() where email = ${own.address}`
    expect(await kept(tx, [other])).toEqual(['Greta Gansevoort'])
    await tx`update public.profiles set deactivated_at = null where email = ${own.address}`
    await tx`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (gen_random_uuid(), 'many-2@staff.example', now(), '{"full_name": "Gansevoort Greta"}')`
    await tx`update public.profiles set role = 'agent' where email = 'many-2@staff.example'`
    expect(await kept(tx, [own])).toEqual([''])
  }))
