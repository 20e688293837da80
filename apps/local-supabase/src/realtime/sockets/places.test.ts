import { expect, it, vi } from 'vitest'
import { createPlaces } from './places'

function newPlaces() {
  let now = 0
  const places = createPlaces({ sockets: 5, addressSockets: 3 }, () => now)
  const open = (address: string, isStranger = false) => {
    const socket = { address, openedAt: now, isStranger, terminate: vi.fn() }
    places.add(socket)
    return socket
  }
  return { places, open, pass: (ms: number) => void (now += ms) }
}

it('refuses an address that has all its sockets, and every address when all are taken', () => {
  const { places, open } = newPlaces()
  const first = open('a')
  open('a')
  expect(places.refusal('a')).toBeUndefined()
  open('a')
  expect(places.refusal('a')).toMatch(/^429/)
  open('b')
  open('b')
  expect(places.refusal('b')).toMatch(/^503/)
  places.delete(first)
  places.delete(first)
  expect(places.refusal('a')).toBeUndefined()
  open('a')
  expect(places.refusal('a')).toMatch(/^429/)
})

it('replaces the oldest socket of the address that has not joined a channel in time', () => {
  const { places, open, pass } = newPlaces()
  const [joined, older, newer] = [open('a'), open('a', true), open('a', true)]
  expect(places.refusal('a')).toMatch(/^429/)
  pass(5_000)
  expect(places.refusal('a')).toBeUndefined()
  expect(older.terminate).toHaveBeenCalledOnce()
  open('a')
  expect(places.refusal('a')).toBeUndefined()
  expect(newer.terminate).toHaveBeenCalledOnce()
  open('a')
  expect(places.refusal('a')).toMatch(/^429/)
  expect(joined.terminate).not.toHaveBeenCalled()
  expect(places.all.size).toBe(3)
})
