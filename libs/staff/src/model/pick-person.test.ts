import { expect, it } from 'vitest'
import { pickPerson } from './pick-person'

const person = (name: string, email: string | null = null) => ({ id: name, name, email })
const ann = person('Ann Lee', 'ann@example.com')
const anna = person('Anna Berg', 'anna@example.com')
const other = person('Ann Lee', 'lee@example.com')

it.each([
  ['ann@example.com', [ann, anna], ann],
  ['ANN LEE', [ann, anna], ann],
  ['berg', [anna], anna],
  ['bob', [], 'Unknown person: bob.'],
  ['ann', [ann, anna], 'from: matches several people. Try ann@example.com, anna@example.com.'],
  ['ann lee', [ann, anna, other], 'from: matches several people. Try ann@example.com, lee@example.com.'],
  [
    'a',
    [ann, anna, other, person('Al')],
    'from: matches several people. Try ann@example.com, anna@example.com, lee@example.com, …',
  ],
])('finds %j', (value, people, expected) => expect(pickPerson('from', value, people)).toEqual(expected))
