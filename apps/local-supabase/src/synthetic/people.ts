import { Random, WeightedIndex } from './random'
import { languages, languageShares, vocabularyOf, type Language } from './words'

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

const languageIndex = new WeightedIndex(languages.map((language) => languageShares[language]))

/** Lower case letters a to z only, for addresses. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/ı/g, 'i')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

function company(language: Language, random: Random): string {
  const { words } = vocabularyOf(language)
  return plain(words[1000 + random.below(4000)]!)
}

/** An address at a company in the reserved domain .example. */
export function makeEmail(language: Language, random: Random): string {
  const name = `${plain(random.pick(firstNames[language]))}.${plain(random.pick(lastNames[language]))}`
  return `${name}@${company(language, random)}.example`
}

/**
 * Synthetic person number n, the same in every run, so that later runs add tickets to the same people.
 * @param kind - customers and agents have ids of their own
 */
export function makePerson(kind: 'customer' | 'agent', n: number): Person {
  const random = new Random(kind === 'customer' ? 1 : 2, n)
  const language = kind === 'customer' ? languages[languageIndex.draw(random)]! : 'en'
  const first = random.pick(firstNames[language])
  const last = random.pick(lastNames[language])
  return {
    id: `${kind === 'customer' ? '3' : '4'}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    name: `${first} ${last}`,
    email: `${plain(first)}.${plain(last)}.${kind === 'customer' ? '' : 'staff'}${n}@${company(language, random)}.example`,
    language,
  }
}

/** Share of the tickets of the customer at a rank is proportional to rank ^ -0.8: the largest of a million has 2 %. */
export const CUSTOMER_EXPONENT = 0.8

/** Customers and agents that a desk of so many tickets has. */
export const desiredPeople = (tickets: number) => ({
  customers: Math.ceil(tickets / 8),
  agents: Math.min(150, Math.ceil(tickets / 5000)),
})
