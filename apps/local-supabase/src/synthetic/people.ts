import type { TransactionSql } from 'postgres'
import { Random } from './random'
import { drawLanguage, vocabularyOf, type Language } from './words'

export interface Person {
  id: string
  name: string
  email: string
  language: Language
}

const split = (text: string) => text.split(' ')

const firstNames: Readonly<Record<Language, readonly string[]>> = {
  en: split(
    'Olivia Liam Emma Noah Ava James Mia Lucas Zoe Henry Ruby Owen Grace Ethan Priya Kofi Amara Sam Jordan Avery',
  ),
  de: split(
    'Anna Lukas Lena Jonas Marie Felix Sophie Paul Clara Max Greta Jürgen Käthe Björn Aylin Mehmet Heike Uwe',
  ),
  fr: split(
    'Camille Louis Chloé Hugo Manon Jules Léa Gabriel Inès Théo Aurélie Benoît Zoé Mathis Élodie Karim',
  ),
  es: split(
    'Lucía Mateo Sofía Hugo Martina Pablo Valeria Álvaro Carmen Diego Inés Javier Nuria Sergio Jimena Iker',
  ),
}
const lastNames: Readonly<Record<Language, readonly string[]>> = {
  en: split(
    'Smith Jones Taylor Brown Wilson Evans Walker Wright Patel Khan Hughes Green Baker Cooper Ward Okafor Reed',
  ),
  de: split(
    'Müller Schmidt Schneider Fischer Weber Wagner Becker Hoffmann Schäfer Koch Bauer Richter Klein Wolf Yılmaz',
  ),
  fr: split(
    'Martin Bernard Dubois Thomas Robert Petit Durand Leroy Moreau Simon Lefèvre Garnier Faure Benali Noël',
  ),
  es: split(
    'García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Ruiz Díaz Muñoz Álvarez Romero Ortiz',
  ),
}

/** Lower case letters a to z only, for addresses. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/ı/g, 'i')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

const company = (language: Language, random: Random) =>
  `${plain(vocabularyOf(language)[1000 + random.below(4000)]!)}.example`

/** An address at a company in the reserved domain .example. */
export function makeEmail(language: Language, random: Random): string {
  const name = `${plain(random.pick(firstNames[language]))}.${plain(random.pick(lastNames[language]))}`
  return `${name}@${company(language, random)}`
}

type Role = 'customer' | 'agent'

const idPrefix = { customer: '30000000-0000-4000-8000-', agent: '40000000-0000-4000-8000-' }

/** Synthetic person number n, the same in every run, so that later runs add tickets to the same people. */
export function makePerson(role: Role, n: number): Person {
  const random = new Random(role === 'customer' ? n : -n)
  const language = role === 'customer' ? drawLanguage(random) : 'en'
  const first = random.pick(firstNames[language])
  const last = random.pick(lastNames[language])
  return {
    id: idPrefix[role] + String(n).padStart(12, '0'),
    name: `${first} ${last}`,
    email: `${plain(first)}.${plain(last)}.${role === 'customer' ? '' : 'staff'}${n}@${company(language, random)}`,
    language,
  }
}

/** Adds people without a password: nobody signs in as a synthetic person. */
async function insertPeople(tx: TransactionSql, role: Role, people: readonly Person[]) {
  await tx`
    with given as materialized (
      select p.id, p.name, p.email, now() - interval '740 days' as at
      from jsonb_to_recordset(${tx.json(people.map(({ id, name, email }) => ({ id, name, email })))})
        as p (id uuid, name text, email text)
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
 * The people of a role: those in the database, then synthetic ones until there are enough.
 * @returns the busiest first, so that accounts with a password have the most tickets
 */
export async function addPeople(tx: TransactionSql, role: Role, count: number): Promise<Person[]> {
  const existing = await tx<Omit<Person, 'language'>[]>`
    select id, name, coalesce(email, '') as email from public.profiles
    where role = ${role} and deactivated_at is null and not starts_with(id::text, ${idPrefix[role]})
    order by id limit ${Math.max(count, 20)}`
  const people = existing.map((person): Person => ({ ...person, language: 'en' }))
  const more = Array.from({ length: Math.max(count - people.length, 0) }, (_, n) => makePerson(role, n + 1))
  for (let from = 0; from < more.length; from += 20_000)
    await insertPeople(tx, role, more.slice(from, from + 20_000))
  return [...people, ...more]
}
