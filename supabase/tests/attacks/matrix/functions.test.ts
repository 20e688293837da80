import { beforeAll, describe, expect, it } from 'vitest'
import { cell, functions } from '../../../matrix'
import { fingerprint } from '../support/fingerprint'
import { type Actor, actors } from './actors'
import { type MatrixFixture, createMatrixFixture, type MatrixUsers, createMatrixUsers } from './fixture'
import { resetAfterAll } from '../support/reset'

resetAfterAll()

let people: MatrixUsers
let common: MatrixFixture
beforeAll(async () => {
  people = await createMatrixUsers()
  common = await createMatrixFixture(people)
})

const isEmpty = (data: unknown) =>
  data === null || data === false || (Array.isArray(data) && data.length === 0)

describe.each(Object.entries(functions))('%s', (signature, [cells, argumentsOf]) => {
  const name = signature.slice(0, signature.indexOf('('))
  const call = (actor: Actor, on: MatrixFixture) =>
    people.clients[actor].rpc(name, argumentsOf?.(on, people.ids[actor]) ?? {})
  const closed = actors.filter((actor) => cell(cells, actor) !== '+')

  it(`rejects ${closed.join(', ')} and changes nothing`, async () => {
    const before = await fingerprint()
    for (const actor of closed) {
      const { data, error, status } = await call(actor, common)
      if (cell(cells, actor) === '0') {
        expect(error, actor).toBeNull()
        expect(isEmpty(data), `${actor}: ${JSON.stringify(data)}`).toBe(true)
      } else {
        expect(error, actor).not.toBeNull()
        expect(Math.floor(status / 100), `${actor}: ${status}`).toBe(4)
      }
    }
    expect(await fingerprint()).toEqual(before)
  })

  it.each(actors.filter((actor) => !closed.includes(actor)))('works for %s', async (actor) => {
    const { error } = await call(actor, await createMatrixFixture(people))
    expect(error).toBeNull()
  })
})
