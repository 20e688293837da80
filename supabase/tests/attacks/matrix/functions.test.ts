import { beforeAll, describe, expect, it } from 'vitest'
import { cell, functions } from '../../../matrix'
import { fingerprint } from '../support/state'
import { type Actor, actors } from './actors'
import { type Desk, makeDesk, type Troupe, troupe } from './desk'
import { retireAfterwards } from '../support/retire'

retireAfterwards()

let people: Troupe
let common: Desk
beforeAll(async () => {
  people = await troupe()
  common = await makeDesk(people)
})

/** What says nothing: no row, nothing found. */
const saysNothing = (data: unknown) =>
  data === null || data === false || (Array.isArray(data) && data.length === 0)

describe.each(Object.entries(functions))('%s', (signature, [cells, argumentsOf]) => {
  const name = signature.slice(0, signature.indexOf('('))
  const call = (actor: Actor, on: Desk) =>
    people.clients[actor].rpc(name, argumentsOf?.(on, people.ids[actor]) ?? {})
  const closed = actors.filter((actor) => cell(cells, actor) !== '+')

  it(`refuses ${closed.join(', ')} and changes nothing`, async () => {
    const before = await fingerprint()
    for (const actor of closed) {
      const { data, error, status } = await call(actor, common)
      if (cell(cells, actor) === '0') {
        expect(error, actor).toBeNull()
        expect(saysNothing(data), `${actor}: ${JSON.stringify(data)}`).toBe(true)
      } else {
        expect(error, actor).not.toBeNull()
        expect(Math.floor(status / 100), `${actor}: ${status}`).toBe(4)
      }
    }
    expect(await fingerprint()).toEqual(before)
  })

  it.each(actors.filter((actor) => !closed.includes(actor)))('works for %s', async (actor) => {
    const { error } = await call(actor, await makeDesk(people))
    expect(error).toBeNull()
  })
})
